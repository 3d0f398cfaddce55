import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import { residentBytes } from '../desk/process-figures.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../desk/product.ts';
import { makeTokens } from '../desk/tokens.ts';
import { drive } from '../history/drive.ts';
import { generate } from '../history/generate.ts';
import type { Figure, MeasureOptions } from '../report.ts';
import { sizeSetting } from '../size-settings.ts';
import { median } from '../statistics.ts';

interface Plan {
  readonly calls: number;
  /** Of a year: those whose transcripts are exported. Each is read in batches a fourth as large. */
  readonly spokenDays: number;
  /** How long other requests are measured without an export beside them. */
  readonly aloneMs: number;
}

const fullPlan: Plan = { calls: 1_000_000, spokenDays: 36, aloneMs: 10_000 };
const smokePlan: Plan = { calls: 600, spokenDays: 36, aloneMs: 50 };

const part = 'export';
const tenant = 'practice-00';
const firstByteMs = 1_000;
const growthMb = 30;
const othersRatio = 1.5;
/** What every call has of its outcome; the day of one in fifty was corrected. */
const outcome = { confirmed: true, day: 'Tuesday' };
const correctionsSql = `
  insert into outcome_corrections (tenant_id, call_id, field_id, value)
  select tenant_id, id, 'day', '"Thursday"' from calls where hashtext(id::text) % 50 = 0`;

/** For another size: EXPORT_CALLS=50000 npm run bench -- export */
const sized = (plan: Plan): Plan => ({ ...plan, calls: sizeSetting('EXPORT_CALLS') ?? plan.calls });

/** A file of all calls of one organization: its first byte, memory, what others notice, and cancelling. */
export async function measure({ smoke, log }: MeasureOptions): Promise<Figure[]> {
  const plan = smoke ? smokePlan : sized(fullPlan);
  const tokens = makeTokens();
  const dataDir = newDataDir();
  const product = await startProduct(dataDir, { ...tokens.settings, DRAIN_SECONDS: '0' });
  const owner = await connectOwner(dataDir);
  try {
    const token = tokens.of(tenant);
    const first = await HttpConnection.open(product.port);
    await first.send(requestText({ path: '/api/agents', token }));
    first.close();
    log(`export: ${plan.calls} calls`);
    await generate(owner, plan.calls, [tenant], outcome);
    await owner.query(correctionsSql);
    await owner.query('vacuum (analyze) outcome_corrections');
    // One at first, so that what is compiled and cached is there.
    await download(product, await asked(product, token, order));
    // Opened only now: the server closes idle connections.
    const lines = await Promise.all([1, 2].map(() => HttpConnection.open(product.port)));
    const next = () => requestText({ path: '/api/calls', token });
    const others = (ms: number) => drive({ connections: lines, pid: product.pid, next, ms });
    await others(plan.aloneMs);
    const before = await whileWatched(product, () => others(plan.aloneMs));
    log('export: the file, with other requests beside it');
    const run = await beside(product, token, order, others);
    log('export: transcripts, with other requests beside them');
    const spoken = await beside(product, token, transcriptsOf(plan.spokenDays), others);
    log('export: cancelling');
    const cancelMs = await cancelled(product, owner, token);
    for (const line of lines) line.close();
    // One line is the heading.
    if (run.rows !== plan.calls + 1)
      throw new Error(`The file has ${run.rows} lines for ${plan.calls} calls.`);
    if (spoken.total !== null && spoken.rows !== spoken.total)
      throw new Error(`${spoken.rows} transcripts instead of ${spoken.total}.`);
    const alone = { ms: median(before.done.latencies), bytes: before.mostBytes };
    return [
      ...figuresOf(run, alone, ''),
      ...figuresOf(spoken, alone, ', transcripts'),
      {
        ...{ part, what: 'from cancelling until the database is idle', unit: 'ms', value: cancelMs },
        ...{ limit: firstByteMs, ratio: cancelMs / firstByteMs, reach: { at: 'most', ratio: 1 } },
      },
    ];
  } finally {
    await owner.end();
    await product.stop();
    removeDataDir(dataDir);
  }
}

/** The requests of others without an export. */
interface Alone {
  readonly ms: number;
  readonly bytes: number;
}

/** Of one file; `of` is added to what each of them is. */
function figuresOf(run: Awaited<ReturnType<typeof beside>>, alone: Alone, of: string): Figure[] {
  const during = median(run.others);
  const growth = (run.mostBytes - alone.bytes) / 2 ** 20;
  return [
    {
      ...{ part, what: `first byte of the file${of}`, unit: 'ms', value: run.firstByte, limit: firstByteMs },
      ...{ ratio: run.firstByte / firstByteMs, reach: { at: 'most', ratio: 1 } },
    },
    {
      ...{ part, what: `memory of the server, most during the export to most before it${of}`, unit: 'MB' },
      ...{ value: growth, limit: growthMb, ratio: growth / growthMb },
      reach: { at: 'most', ratio: 1 },
    },
    {
      ...{ part, what: `first page of calls beside an export, median${of}`, unit: 'ms' },
      ...{
        value: during,
        limit: alone.ms,
        ratio: during / alone.ms,
        reach: { at: 'most', ratio: othersRatio },
      },
    },
    { part, what: `calls written${of}`, unit: '/s', value: run.rows / run.seconds },
    { part, what: `size of the file${of}`, unit: 'MB', value: run.bytes / 2 ** 20 },
  ];
}

const order = {
  ...{ filters: {}, format: 'csv', fields: Object.keys(outcome), bom: false },
  columns: [
    ...['id', 'direction', 'status', 'reason', 'from', 'to', 'contact', 'agent', 'version', 'template'],
    ...['placedBy', 'created', 'answered', 'ended', 'duration', 'result', 'cost', 'summary'],
  ],
};

/** The calls of the last days, with everything that was said. */
const transcriptsOf = (days: number) => ({
  ...order,
  ...{ format: 'jsonl', columns: [...order.columns, 'instructions', 'transcript'] },
  filters: { from: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10) },
});
type Order = typeof order;

interface Asked {
  readonly export: { readonly id: string; readonly total: number | null };
  readonly link: string;
}

async function asked({ url }: Product, token: string, wanted: Order): Promise<Asked> {
  for (;;) {
    const response = await fetch(`${url}/api/calls/exports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(wanted),
    });
    if (response.ok) return (await response.json()) as Asked;
    const text = await response.text();
    // The end of the one before is stored a moment after its last byte.
    if (response.status !== 409) throw new Error(`Answered ${response.status}: ${text}`);
    await delay(50);
  }
}

interface File {
  readonly firstByte: number;
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Counts what arrives and keeps nothing of it. */
function download({ url }: Product, { link }: Asked): Promise<File> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url + link, (response) => {
      let [firstByte, rows, bytes] = [0, 0, 0];
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByte = performance.now() - started;
        bytes += chunk.length;
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
      });
      response.on('end', () =>
        resolve({ firstByte, rows, bytes, seconds: (performance.now() - started) / 1000 }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The memory of a server goes up and down with the garbage collector, so the most of one time is compared with that of another. */
async function whileWatched<Result>(product: Product, work: () => Promise<Result>) {
  let mostBytes = 0;
  let over = false;
  const watch = async () => {
    while (!over) {
      mostBytes = Math.max(mostBytes, residentBytes(product.pid));
      await delay(50);
    }
  };
  const working = work().finally(() => {
    over = true;
  });
  const [done] = await Promise.all([working, watch()]);
  return { done, mostBytes };
}

/** The file while others ask for the call list, with the memory of the server. */
async function beside(
  product: Product,
  token: string,
  wanted: Order,
  others: (ms: number) => Promise<{ latencies: readonly number[] }>,
) {
  let over = false;
  const latencies: number[] = [];
  const ask = async () => {
    while (!over) latencies.push(...(await others(200)).latencies);
  };
  const made = await asked(product, token, wanted);
  const { done, mostBytes } = await whileWatched(product, async () => {
    const file = download(product, made).finally(() => {
      over = true;
    });
    return (await Promise.all([file, ask()]))[0];
  });
  return { ...done, total: made.export.total, others: latencies, mostBytes };
}

/** A reader that stops in the middle, then the request to cancel, until no backend works for it. */
async function cancelled(product: Product, owner: pg.Client, token: string): Promise<number> {
  const made = await asked(product, token, order);
  const response = await fetch(product.url + made.link);
  const reader = response.body?.getReader();
  await reader?.read();
  const started = performance.now();
  await fetch(`${product.url}/api/calls/exports/${made.export.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  for (;;) {
    const { rows } = await owner.query(
      "select 1 from pg_stat_activity where application_name = 'parley exports' and state <> 'idle'",
    );
    if (rows.length === 0) break;
    await delay(5);
  }
  const ms = performance.now() - started;
  await reader?.cancel().catch(() => {});
  return ms;
}
