import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { cpuSeconds } from '../desk/process-figures.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { generate } from '../history/generate.ts';
import { type Counted, counted, type Slice, slice } from '../quiet.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { median } from '../statistics.ts';

const tenant = 'practice-00';
/** Two channels of 16 bits at 8,000 a second. */
const bytesPerSecond = 32_000;
/** The first part that a browser asks for. */
const firstBytes = 65_536;
/** A recording of two hours to one of twenty seconds. */
const mostRatio = 1.2;
/** What 50 listeners may take of a processor. They are measured alone: 100 calls beside them would hide so little. */
const mostOfProcessor = 0.05;

interface Plan {
  readonly longSeconds: number;
  readonly pairs: number;
  readonly listeners: number;
  readonly listenMs: number;
}
const fullPlan: Plan = { longSeconds: 7_200, pairs: 60, listeners: 50, listenMs: 20_000 };
const smokePlan: Plan = { longSeconds: 600, pairs: 2, listeners: 2, listenMs: 200 };

interface Pair {
  readonly longMs: number;
  readonly shortMs: number;
}

/**
 * How long it takes until a recording can be played, of two hours and of twenty seconds, in turn and each first in every other
 * pair: its peaks, an address, the first part of the sound. And what listeners take of the processor, who fetch the sound as fast
 * as it is heard.
 */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : fullPlan;
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  try {
    const desk = deskOf(product, tokens.of(tenant));
    // A tenant is made with its first request.
    await desk.json('GET', '/api/agents');
    const owner = await connectOwner(dataDir);
    await generate(owner, 2, [tenant]);
    const [long = '', short = ''] = await makeRecordings(owner, dataDir, [plan.longSeconds, 20]);
    await owner.end();
    log(`recordings: ${plan.pairs} pairs of openings, then ${plan.listeners} listeners`);
    const pairs: Slice<Pair>[] = [];
    // The first pairs measure the compiler.
    for (let round = -2; round < plan.pairs; round += 1) {
      const isFirst = round % 2 === 0;
      const pair = await slice(async () => {
        const first = await desk.open(isFirst ? long : short);
        const second = await desk.open(isFirst ? short : long);
        return isFirst ? { longMs: first, shortMs: second } : { longMs: second, shortMs: first };
      });
      if (round >= 0) pairs.push(pair);
    }
    const ofProcessor = await listen(product, desk, long, plan);
    return figuresOf(counted(pairs), ofProcessor, plan);
  } finally {
    await product.stop();
    removeDataDir(dataDir);
  }
}

interface Desk {
  json(method: string, path: string, body?: unknown): Promise<{ readonly url: string }>;
  /** In milliseconds. */
  open(callId: string): Promise<number>;
  part(url: string, from: number): Promise<void>;
}

function deskOf({ url }: Product, token: string): Desk {
  const json: Desk['json'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { url: string };
  };
  const part: Desk['part'] = async (address, from) => {
    const range = `bytes=${from}-${from + firstBytes - 1}`;
    const response = await fetch(url + address, { headers: { range } });
    const { byteLength } = await response.arrayBuffer();
    if (response.status !== 206 || byteLength !== firstBytes) throw new Error(`No part: ${response.status}`);
  };
  return {
    json,
    part,
    async open(callId) {
      const began = performance.now();
      await json('GET', `/api/calls/${callId}/recording`);
      const opened = await json('POST', `/api/calls/${callId}/recording/address`, { purpose: 'play' });
      await part(opened.url, 0);
      return performance.now() - began;
    },
  };
}

/** Recordings that are ready, with as many peaks as there are at most, and a file without sound; the ids of their calls. */
async function makeRecordings(
  owner: pg.Client,
  dataDir: string,
  lengths: readonly number[],
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('select id from calls where tenant_id = $1 limit 2', [
    tenant,
  ]);
  const folder = join(dataDir, 'files', tenant, 'recordings');
  mkdirSync(folder, { recursive: true });
  const peaks = JSON.stringify({
    ...{ version: 1, perSecond: 20 },
    channels: Array.from({ length: 2 }, () => Array.from({ length: 1_200 }, (_, at) => at % 100)),
  });
  for (const [index, { id }] of rows.entries()) {
    const bytes = (lengths[index] ?? 0) * bytesPerSecond;
    const file = openSync(join(folder, `${id}.wav`), 'w');
    writeSync(file, 'RIFF');
    ftruncateSync(file, bytes);
    closeSync(file);
    await owner.query(
      `insert into recordings (tenant_id, call_id, state, carrier, carrier_account, carrier_sid, store_id, bytes,
         milliseconds, peaks, remove_at_carrier)
       values ($1, $2, 'ready', 'phone-lab', 'AC', $3, 'folder', $4, $5, $6, true)`,
      [tenant, id, `CA${index}`, bytes, (lengths[index] ?? 0) * 1_000, peaks],
    );
  }
  return rows.map(({ id }) => id);
}

/** The share of a processor that listeners take, each of whom fetches two seconds of sound every two seconds. */
async function listen(product: Product, desk: Desk, callId: string, plan: Plan): Promise<number> {
  const everyMs = (firstBytes / bytesPerSecond) * 1_000;
  const { url } = await desk.json('POST', `/api/calls/${callId}/recording/address`, { purpose: 'play' });
  const began = performance.now();
  const before = cpuSeconds(product.pid);
  await Promise.all(
    Array.from({ length: plan.listeners }, async (_, listener) => {
      // They do not all fetch at once.
      let at = began + (everyMs * listener) / plan.listeners;
      for (let from = 0; at < began + plan.listenMs; from += firstBytes, at += everyMs) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
        await desk.part(url, from);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  return (cpuSeconds(product.pid) - before) / seconds;
}

function figuresOf({ values, remark }: Counted<Pair>, ofProcessor: number, plan: Plan): Figure[] {
  const long = median(values.map(({ longMs }) => longMs));
  const short = median(values.map(({ shortMs }) => shortMs));
  return [
    {
      ...{ part: 'recordings', what: 'open a recording of 2 h to one of 20 s: p50', value: long, unit: 'ms' },
      ...{ limit: short, ratio: long / short, reach: { at: 'most', ratio: mostRatio } },
      ...(remark !== '' && { note: remark }),
    },
    {
      ...{
        part: 'recordings',
        what: `${plan.listeners} listeners`,
        value: ofProcessor * 100,
        unit: '% of a processor',
      },
      ...{ ratio: ofProcessor, reach: { at: 'most', ratio: mostOfProcessor } },
    },
  ];
}
