import type { Recording } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callTimes } from '../src/features/calls/call-times.ts';
import { FaultProxy } from '../testing/files/fault-proxy.ts';
import { type S3Server, startS3Server } from '../testing/files/s3-server.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { SteadyClock } from '../testing/steady-clock.ts';

const speed = 15;
const waiting = { timeout: 120_000, interval: 100 };
let bucket: S3Server;
/** Between the product and the bucket. */
let way: FaultProxy;
let desk: OpenDesk;
let owner: pg.Client;

beforeAll(async () => {
  bucket = await startS3Server();
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.settings;
  way = await FaultProxy.start(endpoint);
  const clock = new SteadyClock(15);
  desk = await openDesk(
    { speed, clock: clock.atSpeed(speed) },
    {
      FILES_URL: `s3://${bucket.settings.bucket}/desk?region=${region}&endpoint=${way.url}`,
      FILES_ACCESS_KEY_ID: accessKeyId,
      FILES_SECRET_ACCESS_KEY: secretAccessKey,
    },
    { clock, voiceSpeed: speed, times: { ...callTimes, recordingWaits: Array(40).fill(300) } },
  );
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  const settings = { enabled: true, agentIds: ['gs-dental'], removeAtCarrier: true, revision: 0 };
  expect(await desk.client.request('PUT', '/api/data/recordings', settings)).toMatchObject({ status: 200 });
});
beforeEach(() => way.reset());
afterAll(async () => {
  await owner.end();
  await desk.stop();
  await way.stop();
  await bucket.stop();
});

let lastNumber = 7400;
/** The id of a call that is over, and its number. */
async function recordedCall(): Promise<{ id: string; number: string }> {
  const number = `+1500555${++lastNumber}`;
  desk.lab.callees.define(number, {
    ...{ greeting: 'Hello?', ring: 500, goodbye: 'Bye.' },
    script: [{ wait: 'agent' }, { say: 'Who is this?' }],
  });
  desk.lab.callees.setNumber(number, number);
  const id = await desk.client.placeAccepted(number);
  await desk.client.waitUntilEnded(id);
  return { id, number };
}

const path = (id: string) => `/api/calls/${id}/recording`;
const recordingOf = async (id: string): Promise<Recording> =>
  (await desk.client.request('GET', path(id))).body.recording;
async function stored(id: string): Promise<Recording> {
  await expect.poll(async () => (await recordingOf(id))?.state, waiting).toBe('ready');
  return recordingOf(id);
}
const addressOf = async (id: string, purpose: 'play' | 'download'): Promise<string> =>
  desk.url + (await desk.client.request('POST', `${path(id)}/address`, { purpose })).body.url;
/** What the carrier has recorded of a call, and what it has deleted. */
async function atCarrier(id: string): Promise<{ made: string[]; gone: string[] }> {
  const { rows } = await owner.query('select carrier_sid from calls where id = $1', [id]);
  const ledger = desk.lab.ledger(rows[0].carrier_sid);
  return {
    made: [...new Set(ledger.flatMap((one) => (one.kind === 'recording' ? [one.recording.sid] : [])))],
    gone: [...new Set(ledger.flatMap((one) => (one.kind === 'recording.deleted' ? [one.recordingSid] : [])))],
  };
}
const keyOf = (id: string) => bucket.keys().filter((key) => key.includes(id));

test('RC11: a recording in a bucket is stored, played in parts and downloaded', async () => {
  const { id } = await recordedCall();
  const { bytes } = await stored(id);
  expect(keyOf(id)).toHaveLength(1);
  const download = await fetch(await addressOf(id, 'download'));
  const file = Buffer.from(await download.arrayBuffer());
  expect([download.status, file.length, file.toString('latin1', 0, 4)]).toEqual([200, bytes, 'RIFF']);
  const url = await addressOf(id, 'play');
  for (const [range, from, to] of [
    ['bytes=0-1', 0, 1],
    ['bytes=1000-1999', 1_000, 1_999],
    [`bytes=${file.length - 5}-`, file.length - 5, file.length - 1],
    ['bytes=-7', file.length - 7, file.length - 1],
  ] as const) {
    const part = await fetch(url, { headers: { range } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      ...[206, `bytes ${from}-${to}/${file.length}`],
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(from, to + 1)), range).toBe(true);
  }
  const beyond = await fetch(url, { headers: { range: `bytes=${file.length}-` } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${file.length}`]);
});

test('RC5: a bucket that refuses, breaks off and loses its answer has each recording once, and the carrier none', async () => {
  const isPut = ({ method }: { method: string }) => method === 'PUT';
  way.break(isPut, { answer: 503 }, 6);
  way.break(isPut, { cutRequestAfter: 20_000 }, 4);
  way.break(isPut, 'lose-response', 2);
  const { id } = await recordedCall();
  const { bytes } = await stored(id);
  expect(way.seen.filter(isPut).length).toBeGreaterThan(12);
  expect(keyOf(id)).toHaveLength(1);
  expect(bucket.uploads()).toEqual([]);
  const file = await (await fetch(await addressOf(id, 'download'))).arrayBuffer();
  expect(file.byteLength).toBe(bytes);
  await expect.poll(async () => (await recordingOf(id)).atCarrier, waiting).toBe('removed');
  const { made, gone } = await atCarrier(id);
  expect([made.length, gone]).toEqual([1, made]);
});

test('RC11: a bucket that breaks off while somebody listens ends the answer, and the next range is played', async () => {
  const { id } = await recordedCall();
  const { bytes } = await stored(id);
  const url = await addressOf(id, 'play');
  way.break(({ method }) => method === 'GET', { cutResponseAfter: 10_000 }, 20);
  const heard = async () => (await (await fetch(url)).arrayBuffer()).byteLength;
  await expect(heard()).rejects.toThrow('terminated');
  way.reset();
  const rest = await fetch(url, { headers: { range: 'bytes=10000-' } });
  expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, (bytes ?? 0) - 10_000]);
});

test('RC9: with the erasure of a person the recording leaves a bucket that fails at first', async () => {
  const { id, number } = await recordedCall();
  await stored(id);
  const other = await recordedCall();
  await stored(other.id);
  expect(keyOf(id)).toHaveLength(1);
  way.break(({ method }) => method === 'DELETE', { answer: 503 }, 3);
  const erased = await desk.client.request('POST', '/api/data/person/erase', { number, neverCall: false });
  expect(erased.status).toBeLessThan(300);
  const keysLeft = async () => {
    // What is due every minute, and what was put off, is due now.
    await owner.query(`update job_schedules set next_at = '2026-01-01' where key = 'recordings'`);
    await owner.query(`update recording_deletions set try_at = '2026-01-01'`);
    return keyOf(id);
  };
  await expect.poll(keysLeft, waiting).toEqual([]);
  expect(way.seen.filter(({ method }) => method === 'DELETE').length).toBeGreaterThan(1);
  expect(keyOf(other.id)).toHaveLength(1);
});
