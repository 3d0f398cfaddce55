import type { CallSearchResponse, Recording } from '@parley/contract';
import type { LedgerEntry } from '@parley/phone-lab';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { callTimes } from '../src/features/calls/call-times.ts';
import type { ChangeRoute } from '../testing/audited-changes.ts';
import { changeRequests, expectAllDone } from '../testing/audited-requests.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { SteadyClock } from '../testing/steady-clock.ts';
import { transcriptOf } from '../testing/voice-desk.ts';

const speed = 15;
const waiting = { timeout: 120_000, interval: 100 };
let desk: OpenDesk;
let owner: pg.Client;
const done = new Set<ChangeRoute>();
let change: ReturnType<typeof changeRequests>;

beforeAll(async () => {
  const clock = new SteadyClock(15);
  desk = await openDesk(
    { speed, clock: clock.atSpeed(speed) },
    {},
    { clock, voiceSpeed: speed, times: { ...callTimes, recordingWaits: Array(40).fill(300) } },
  );
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
  const send = (method: string, path: string, body?: object) => desk.client.request(method, path, body);
  change = changeRequests({ owner, send, done });
});
afterEach(() => desk.lab.faults.clear());
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

let lastNumber = 7100;
/** A number whose owner says this, once the agent has said who is calling. */
function someone(...words: string[]): string {
  const number = `+1500555${++lastNumber}`;
  const script = words.flatMap((say) => [{ wait: 'agent' as const }, { say }]);
  desk.lab.callees.define(`says ${words}`, { greeting: 'Hello?', ring: 500, script, goodbye: 'Bye.' });
  desk.lab.callees.setNumber(number, `says ${words}`);
  return number;
}

const settings = (changes: object) =>
  desk.client.request('PUT', '/api/data/recordings', {
    ...{ enabled: true, agentIds: ['gs-dental'], removeAtCarrier: true, revision: 0, ...changes },
  });
const recordingOf = async (id: string): Promise<Recording> =>
  (await desk.client.request('GET', `/api/calls/${id}/recording`)).body.recording;
async function inState(id: string, state: Recording['state']): Promise<Recording> {
  await expect.poll(async () => (await recordingOf(id))?.state, waiting).toBe(state);
  return recordingOf(id);
}
/** The carrier's ids of a call of ours. */
async function sidOf(id: string): Promise<string> {
  const { rows } = await owner.query('select carrier_sid from calls where id = $1', [id]);
  return rows[0].carrier_sid;
}
const atCarrier = async (id: string) => {
  const of: LedgerEntry[] = desk.lab.ledger(await sidOf(id));
  return {
    made: new Set(of.flatMap((one) => (one.kind === 'recording' ? [one.recording.sid] : []))),
    gone: new Set(of.flatMap((one) => (one.kind === 'recording.deleted' ? [one.recordingSid] : []))),
    seconds: of.flatMap((one) => (one.kind === 'recording' ? [one.recording.seconds ?? 0] : [])).at(-1) ?? 0,
  };
};
const address = async (id: string, purpose = 'play') =>
  desk.client.request('POST', `/api/calls/${id}/recording/address`, { purpose });
async function recordedCall(...words: string[]): Promise<string> {
  const id = await desk.client.placeAccepted(someone(...(words.length > 0 ? words : ['Who is this?'])));
  await desk.client.waitUntilEnded(id);
  return id;
}

test('RC1: without a setting nothing is recorded, and nobody is told that it is', async () => {
  const id = await recordedCall();
  expect(transcriptOf(await desk.client.call(id)).join('\n')).not.toContain('recorded');
  expect(await recordingOf(id)).toBeNull();
  expect((await atCarrier(id)).made.size).toBe(0);
  expect(await address(id)).toMatchObject({ status: 404, body: { code: 'recording_not_found' } });
});

test('RC1: settings name agents that exist, and are not overwritten by whoever has not seen them', async () => {
  expect(await settings({ agentIds: ['nobody'] })).toMatchObject({
    ...{ status: 404, body: { code: 'agent_not_found' } },
  });
  expect(await settings({})).toMatchObject({ status: 200, body: { settings: { revision: 1 } } });
  expect(await settings({ enabled: false })).toMatchObject({
    ...{ status: 409, body: { code: 'settings_changed' } },
  });
  const seen = await desk.client.request('GET', '/api/data/recordings');
  expect(seen.body.settings).toMatchObject({ enabled: true, agentIds: ['gs-dental'], revision: 1 });
});

test('RC2, RC14: a recorded call begins with the announcement, and ends up here and not at the carrier', async () => {
  const id = await recordedCall();
  const lines = transcriptOf(await desk.client.call(id)).filter((line) => line.startsWith('agent: '));
  expect(lines[0]).toMatch(/^agent: This call is being recorded\. Hello, this is the AI assistant/);
  const recording = await inState(id, 'ready');
  const carrier = await atCarrier(id);
  expect(recording.sentence).toBeNull();
  expect(Math.abs((recording.milliseconds ?? 0) / 1000 - carrier.seconds)).toBeLessThanOrEqual(1);
  expect(recording.peaks?.channels).toHaveLength(2);
  for (const channel of recording.peaks?.channels ?? []) expect(Math.max(...channel)).toBeGreaterThan(10);
  await expect.poll(async () => (await recordingOf(id)).atCarrier, waiting).toBe('removed');
  expect((await atCarrier(id)).gone).toEqual(carrier.made);
  expect((await desk.client.call(id)).recording).toBe('ready');
  const told = await owner.query("select data from outbox where subject = $1 and type = 'recording.ready'", [
    `call/${id}`,
  ]);
  expect(told.rows).toEqual([{ data: { version: 1, callId: id } }]);
  const hitOfCall = async () => {
    const { body } = await desk.client.request('GET', '/api/calls/search?q=being+recorded');
    return body.hits.find(({ call }: CallSearchResponse['hits'][number]) => call._id === id)?.hit;
  };
  await expect.poll(hitOfCall, waiting).toMatchObject({ where: 'transcript', playable: true });
});

test('RC2: a call of another agent is not recorded', async () => {
  const id = await desk.client.placeAccepted(someone('Who is this?'), { agentId: 'kuzco' });
  await desk.client.waitUntilEnded(id);
  expect(await recordingOf(id)).toBeNull();
});

test('RC20: of a carrier with the channels the other way round the agent is shown as the agent', async () => {
  desk.lab.faults.set({ recordingSwapped: { times: 1 } });
  // Two sentences could be met on either channel.
  const words = ['Who is this?', 'Which day is it?', 'At what time?', 'Could you say that again, please?'];
  const swapped = await inState(await recordedCall(...words), 'ready');
  expect(swapped).toMatchObject({ agentChannel: 1, offsetMethod: 'turns' });
  expect(await inState(await recordedCall(...words), 'ready')).toMatchObject({ agentChannel: 2 });
});

test('RC11, RC12: the sound is played in parts from an address that works for a while, and every use is written down', async () => {
  const id = await recordedCall();
  const { bytes } = await inState(id, 'ready');
  const body = await change('openRecording', { id });
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now());
  const url = desk.url + body.url;
  const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
  const whole = await get();
  const file = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, file.length, whole.headers.get('content-type')]).toEqual([200, bytes, 'audio/wav']);
  expect(file.toString('latin1', 0, 4)).toBe('RIFF');
  const size = file.length;
  for (const [range, status, from, to] of [
    ['bytes=0-43', 206, 0, 43],
    [`bytes=${size - 10}-`, 206, size - 10, size - 1],
    ['bytes=-7', 206, size - 7, size - 1],
    [`bytes=10-${size * 2}`, 206, 10, size - 1],
    [`bytes=-${size * 2}`, 206, 0, size - 1],
    ['bytes=9-3', 200, 0, size - 1],
    ['bytes=0-1,4-5', 200, 0, size - 1],
    ['lines=0-1', 200, 0, size - 1],
  ] as const) {
    const part = await get({ range });
    expect(part.status, range).toBe(status);
    expect(part.headers.get('content-range'), range).toBe(
      status === 206 ? `bytes ${from}-${to}/${size}` : null,
    );
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(from, to + 1)), range).toBe(true);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const none = await get({ range });
    expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  }
  const head = await get({}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    ...[200, String(size), 'bytes'],
  ]);
  const etag = head.headers.get('etag') ?? '';
  for (const [version, status] of [
    [etag, 206],
    ['"another"', 200],
  ] as const) {
    const part = await get({ range: 'bytes=0-1', 'if-range': version });
    expect(part.status).toBe(status);
    await part.arrayBuffer();
  }

  // The first character of the signature: of the last ones some bits count for nothing.
  const sign = url.lastIndexOf('.') + 1;
  const changed = await fetch(`${url.slice(0, sign)}${url[sign] === 'A' ? 'B' : 'A'}${url.slice(sign + 1)}`);
  expect([changed.status, await changed.json()]).toMatchObject([403, { code: 'recording_address_invalid' }]);
  await address(id, 'download');
  const { rows } = await owner.query(
    "select action, actor from audit_log where subject = $1 and action like 'recording.%' order by id",
    [id],
  );
  expect(rows).toEqual([
    { action: 'recording.played', actor: 'user_kit' },
    { action: 'recording.downloaded', actor: 'user_kit' },
  ]);
  const viewer = desk.as({ id: 'user_viewer', role: 'viewer' });
  const stranger = desk.as({ id: 'user_far', organization: 'org_far' });
  const path = `/api/calls/${id}/recording`;
  expect(await viewer.request('GET', path)).toMatchObject({ status: 403, body: { code: 'not_permitted' } });
  expect(await stranger.request('GET', path)).toMatchObject({ status: 404 });
  expect(await stranger.request('POST', `${path}/address`, { purpose: 'play' })).toMatchObject({
    status: 404,
  });
});

test('RC5: a recording that the carrier does not have can be asked for again', async () => {
  desk.lab.faults.set({ recordingAbsent: { status: 31_999 } });
  const id = await recordedCall();
  const recording = await inState(id, 'absent');
  expect(recording).toMatchObject({ problem: 'absent', canRetry: true, peaks: null });
  expect(recording.sentence).toBe('The carrier has no recording of this call.');
  expect(await address(id)).toMatchObject({ status: 409, body: { code: 'recording_not_ready' } });
  expect(await change('retryRecording', { id })).toMatchObject({ recording: { state: 'fetching' } });
  await inState(id, 'absent');
  const { rows } = await owner.query(
    "select 1 from audit_log where subject = $1 and action = 'recording.retried'",
    [id],
  );
  expect(rows).toHaveLength(1);
});

test('RC4, RC5: 20 calls at once with every fault: each recording is stored once, with its own call, and none is lost', async () => {
  const events = ['recording-in-progress', 'recording-completed', 'recording-absent'];
  desk.lab.faults.reseed(25);
  desk.lab.faults.set({
    dropCallback: { probability: 0.5, events },
    duplicateCallback: { probability: 0.5, events },
    reorderCallback: { probability: 0.3, events },
    delayCallback: { probability: 0.3, events, ms: 100, upToMs: 2_000 },
    recordingDownload: { probability: 0.3 },
    recordingUnknownSource: 0.3,
    recordingAbsent: { times: 1, skip: 3 },
    recordingWrongLength: { times: 1, skip: 7 },
  });
  const codes = Array.from({ length: 20 }, (_, n) => `k${n + 10}`);
  const isInbound = (n: number) => n % 2 === 1;
  const calls = await Promise.all(
    codes.map(async (code, n) => {
      const number = someone(code);
      if (!isInbound(n)) return desk.client.placeAccepted(number);
      desk.lab.dialIn({ from: number, to: desk.lab.phoneNumbers[0] ?? '', callee: `says ${code}` });
      let id = '';
      await expect
        .poll(
          async () => (id = (await desk.client.calls()).find(({ from }) => from === number)?._id ?? ''),
          waiting,
        )
        .not.toBe('');
      return id;
    }),
  );
  for (const id of calls) await desk.client.waitUntilEnded(id);
  const over = ['ready', 'absent', 'failed'];
  for (const id of calls)
    await expect.poll(async () => over.includes((await recordingOf(id)).state), waiting).toBe(true);
  const states = await Promise.all(calls.map(async (id) => (await recordingOf(id)).state));
  expect(states.filter((state) => state !== 'ready').sort()).toEqual(['absent', 'failed']);
  for (const [n, id] of calls.entries()) {
    const carrier = await atCarrier(id);
    expect(carrier.made.size).toBe(1);
    if (states[n] !== 'ready') {
      expect(carrier.gone.size).toBe(0);
      continue;
    }
    const { rows } = await owner.query('select recording_sid from recordings where call_id = $1', [id]);
    expect(carrier.made).toEqual(new Set([rows[0].recording_sid]));
    const { milliseconds } = await recordingOf(id);
    expect(Math.abs((milliseconds ?? 0) / 1000 - carrier.seconds)).toBeLessThanOrEqual(1);
    await expect.poll(async () => (await recordingOf(id)).atCarrier, waiting).toBe('removed');
    expect((await atCarrier(id)).gone.size).toBe(1);
  }
  const failed = await recordingOf(calls[states.indexOf('failed')] ?? '');
  expect(failed).toMatchObject({ problem: 'wrong_length', canRetry: true, atCarrier: 'kept' });
});

test('AU1: the routes of a recording that is over write their entries', () => {
  expectAllDone(done, 'recordings.test.ts');
});
