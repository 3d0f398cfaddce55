import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { connectOwner } from '../desk/embedded-database.ts';
import { generate } from '../history/generate.ts';

export const tenant = 'practice-00';
/** Two channels of 16 bits at 8,000 a second. */
const bytesPerSecond = 32_000;

/** What is fetched at once while somebody listens. */
export interface Parts {
  readonly bytes: number;
  /** How long such a part is heard. */
  readonly milliseconds: number;
}

const partsOf = (bytes: number): Parts => ({ bytes, milliseconds: (bytes / bytesPerSecond) * 1_000 });

/**
 * Chromium asks for everything from a place on, and the server has sent so much of it when Chromium takes no more; it goes on
 * when most of it has been heard. Asked for alone it costs the server the same.
 */
export const largeParts = partsOf(3_866_624);
/** Players of phones may ask for less at a time. */
export const smallParts = partsOf(65_536);

export interface Desk {
  json(method: string, path: string, body?: unknown): Promise<{ readonly url: string }>;
  /** In milliseconds. */
  open(callId: string): Promise<number>;
  /** The address of the sound. */
  addressOf(callId: string): Promise<string>;
  /** Fetches so much from a place on. */
  part(address: string, from: number, bytes: number): Promise<void>;
}

export function deskOf(url: string, token: string): Desk {
  const json: Desk['json'] = async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { url: string };
  };
  const addressOf: Desk['addressOf'] = async (callId) =>
    (await json('POST', `/api/calls/${callId}/recording/address`, { purpose: 'play' })).url;
  const part: Desk['part'] = async (address, from, bytes) => {
    const response = await fetch(url + address, { headers: { range: `bytes=${from}-${from + bytes - 1}` } });
    let taken = 0;
    for await (const chunk of response.body ?? []) taken += chunk.byteLength;
    if (response.status !== 206 || taken !== bytes) throw new Error(`No part: ${response.status}`);
  };
  return {
    ...{ json, addressOf, part },
    async open(callId) {
      const began = performance.now();
      await json('GET', `/api/calls/${callId}/recording`);
      await part(await addressOf(callId), 0, smallParts.bytes);
      return performance.now() - began;
    },
  };
}

/** Recordings of these lengths, in seconds, in the database and the folder of a running server; the ids of their calls. */
export async function fillDesk(desk: Desk, dataDir: string, lengths: readonly number[]): Promise<string[]> {
  // A tenant is made with its first request.
  await desk.json('GET', '/api/agents');
  const owner = await connectOwner(dataDir);
  await generate(owner, lengths.length, [tenant]);
  const ids = await makeRecordings(owner, dataDir, lengths);
  await owner.end();
  return ids;
}

/** Recordings that are ready, with as many peaks as there are at most, and a file without sound. */
async function makeRecordings(
  owner: pg.Client,
  dataDir: string,
  lengths: readonly number[],
): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>('select id from calls where tenant_id = $1 limit $2', [
    tenant,
    lengths.length,
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
