import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { createRetentionStore } from '../src/adapters/postgres/data/retention.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { createRecordingAccess } from '../src/adapters/postgres/recordings/access.ts';
import { createRecordingStore } from '../src/adapters/postgres/recordings/store.ts';
import { createFetchJob } from '../src/features/recordings/fetch-job.ts';
import { createOpenSound } from '../src/features/recordings/open-sound.ts';
import { createTidyRecordings } from '../src/features/recordings/tidy-recordings.ts';
import type { CarrierRecordings } from '../src/ports/carrier-recordings.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { FileStores } from '../src/ports/file-store.ts';
import { FileStoreError } from '../src/ports/file-store-error.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { testDigest } from '../testing/number-digest.ts';
import { type OpenedDatabase, openTestDatabase } from '../testing/opened-database.ts';
import {
  insertRecordedCall,
  keepRecordingsForOneDay,
  recordedNumber as number,
} from '../testing/recorded-call.ts';
import { silence } from '../testing/silence.ts';

let opened: OpenedDatabase;
let database: OpenedDatabase['database'];
let owner: OpenedDatabase['owner'];

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ database, owner } = opened);
});
afterAll(() => opened.drop());

const log = { debug() {}, info() {}, warn() {}, error() {} };
const sent: unknown[] = [];
const jobs = { send: async (job: { data: unknown }) => void sent.push(job.data) };
const scheduler = { once: async () => {} };

const recorded = (state?: string) => insertRecordedCall(opened, state);

const left = async (callId: string) => {
  const { rows } = await owner.query(
    'select store_id, carrier_sid, in_flight, at_carrier from recording_deletions where call_id = $1',
    [callId],
  );
  return rows;
};

const inTheFuture = new Date(Date.now() + 86_400_000);

test.each<[string, (call: { tenantId: string; callId: string }) => Promise<unknown>]>([
  [
    'deletion of the call',
    async ({ tenantId, callId }) => {
      const store = createCallStore(database, jobs);
      expect(await store.remove(tenantId, callId, 'user_kit')).toBe('removed');
      await owner.query("update calls set deleted_at = now() - interval '1 hour' where id = $1", [callId]);
      return store.removeDeleted(10);
    },
  ],
  [
    'retention of calls',
    ({ tenantId }) => createRetentionStore(database).removeCalls(tenantId, inTheFuture, 10),
  ],
  [
    'retention of transcripts',
    ({ tenantId }) => createRetentionStore(database).removeTranscripts(tenantId, inTheFuture, 10, null),
  ],
  [
    'end of the time for recordings',
    async ({ tenantId, callId }) => {
      await keepRecordingsForOneDay(owner, tenantId);
      const store = createRecordingStore(database, jobs, scheduler);
      expect(await store.expire(10)).toBe(0);
      await owner.query("update recordings set created_at = now() - interval '25 hours' where call_id = $1", [
        callId,
      ]);
      expect(await store.expire(10)).toBe(1);
    },
  ],
  [
    'erasure of the person',
    ({ tenantId }) =>
      createPersonalData(database, testDigest).erase(tenantId, { kind: 'number', number }, 'user_kit'),
  ],
])(
  'RC9, RC17, RC19: with the %s the recording goes, what is left to delete is noted, and a call that stays says why',
  async (what, remove) => {
    const call = await recorded();
    const other = await recorded();
    await remove(call);
    expect(await left(call.callId)).toEqual([
      { store_id: 'folder', carrier_sid: call.sid, in_flight: false, at_carrier: true },
    ]);
    const { rows } = await owner.query('select call_id from recordings where call_id = any ($1)', [
      [call.callId, other.callId],
    ]);
    expect(rows).toEqual([{ call_id: other.callId }]);
    const { detail } = createCallStore(database, jobs);
    expect((await detail(call.tenantId, call.callId))?.recordingDeleted?.with).toBe(reasons[what]);
    expect((await detail(other.tenantId, other.callId))?.recordingDeleted).toBeNull();
  },
);
const reasons: Record<string, string> = {
  'retention of transcripts': 'transcripts',
  'end of the time for recordings': 'recordings',
};

function tidyWith(fakes: { files?: () => void; carrier?: Partial<CarrierRecordings> | null }) {
  const clock = new ManualClock();
  const deleted: string[] = [];
  const store = {
    delete: async ({ id }: { id: string }) => {
      fakes.files?.();
      deleted.push(`file ${id}`);
    },
  };
  const carrier: CarrierRecordings = {
    ...{ pause: async () => ({ kind: 'done' }), stop: async () => ({ kind: 'done' }) },
    ofCall: async (carrierSid) => ({
      kind: 'found',
      recordings: [
        {
          sid: `RE of ${carrierSid}`,
          carrierSid,
          state: 'complete',
          seconds: 1,
          channels: 2,
          startedAt: null,
          errorCode: null,
        },
      ],
    }),
    download: async () => ({ kind: 'missing' }),
    remove: async (sid) => {
      deleted.push(sid);
      return { kind: 'gone' };
    },
    ...fakes.carrier,
  };
  const tidy = createTidyRecordings({
    forgottenMs: 120_000,
    recordings: createRecordingStore(database, jobs, scheduler),
    files: { get: () => store } as unknown as FileStores,
    carrierOf: () => (fakes.carrier === null ? null : { recordings: carrier }),
    ...{ clock, log },
  });
  return { tidy, deleted, clock };
}

test('RC9: file and carrier are asked until both have deleted it', async () => {
  const { callId, sid } = await recorded();
  await owner.query('delete from recordings where call_id = $1', [callId]);
  const due = () => owner.query("update recording_deletions set try_at = '2000-01-01'");
  const failing = tidyWith({
    files: () => {
      throw new FileStoreError('unavailable', 'away');
    },
  });
  await due();
  await failing.tidy();
  expect(await left(callId)).toHaveLength(1);
  await due();
  await tidyWith({ carrier: null }).tidy();
  expect(await left(callId)).toHaveLength(1);
  await due();
  const working = tidyWith({});
  await working.tidy();
  expect(working.deleted).toEqual(expect.arrayContaining([`file ${callId}`, `RE of ${sid}`]));
  expect(await left(callId)).toEqual([]);
});

test('RC9: a recording whose call the carrier has deleted already is deleted by its own id', async () => {
  const { callId } = await recorded();
  await owner.query("update recordings set recording_sid = 'RE known' where call_id = $1", [callId]);
  await owner.query('delete from calls where id = $1', [callId]);
  const { tidy, deleted } = tidyWith({
    carrier: { ofCall: async () => ({ kind: 'found', recordings: [] }) },
  });
  await owner.query("update recording_deletions set try_at = '2000-01-01' where call_id = $1", [callId]);
  await tidy();
  expect(deleted).toContain('RE known');
  expect(await left(callId)).toEqual([]);
});

test('RC9: what somebody may still be storing is deleted once more later', async () => {
  const { callId } = await recorded('fetching');
  await owner.query('delete from recordings where call_id = $1', [callId]);
  await owner.query(
    "update recording_deletions set try_at = '2000-01-01', created_at = now() where call_id = $1",
    [callId],
  );
  await tidyWith({}).tidy();
  expect(await left(callId)).toHaveLength(1);
  await owner.query(
    "update recording_deletions set try_at = '2000-01-01', created_at = '2000-01-01' where call_id = $1",
    [callId],
  );
  const again = tidyWith({});
  await again.tidy();
  expect(again.deleted).toContain(`file ${callId}`);
  expect(await left(callId)).toEqual([]);
});

test('RC6: jobs that fetch one recording side by side leave its file, and the second does not download it', async () => {
  const { tenantId, callId, sid: carrierSid } = await recorded('fetching');
  const key = { tenantId, callId };
  const files = new Map<string, Buffer>();
  const file = { size: silence().length, contentType: 'audio/wav', version: '1', modifiedAt: new Date() };
  const store = {
    id: 'folder',
    put: async ({ id }: { id: string }, body: AsyncIterable<Uint8Array>) => {
      files.set(id, await buffer(body));
      return { size: file.size, version: '1' };
    },
    get: async (name: { id: string }) => {
      const stored = files.get(name.id);
      if (!stored) throw new FileStoreError('missing', 'There is no such file.');
      return { file: { ...file, name }, first: 0, length: stored.length, body: Readable.from([stored]) };
    },
    delete: async ({ id }: { id: string }) => void files.delete(id),
  };
  const stores = { current: store, get: () => store } as unknown as FileStores;
  const downloads: (() => void)[] = [];
  const carrier: CarrierRecordings = {
    ...{ pause: async () => ({ kind: 'done' }), stop: async () => ({ kind: 'done' }) },
    ofCall: async () => ({
      kind: 'found',
      recordings: [
        {
          ...{ sid: 'RE1', carrierSid, state: 'complete', seconds: 1 },
          channels: 2,
          startedAt: null,
          errorCode: null,
        },
      ],
    }),
    download: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      downloads.push(resolve);
      const body = async function* () {
        await promise;
        yield silence();
      };
      return { kind: 'found', size: null, body: Readable.from(body()) };
    },
    remove: async () => ({ kind: 'gone' }),
  };
  const fetchJob = createFetchJob({
    holdMs: 60_000,
    ...{ recordings: createRecordingStore(database, jobs, scheduler), files: stores, waits: [1_000] },
    ...{ carrierOf: () => ({ recordings: carrier }), clock: new ManualClock(), log },
  });
  const signal = new AbortController().signal;
  const run = () => fetchJob(key, { signal, useFallback: false, sentAt: new Date(0) });
  const begun = (count: number) => expect.poll(() => downloads.length, { timeout: 60_000 }).toBe(count);

  const slow = run();
  await begun(1);
  await run();
  expect(downloads).toHaveLength(1);
  // Its time is over, so another one takes its place and is done first.
  await owner.query("update recordings set held_until = now() - interval '1 second' where call_id = $1", [
    callId,
  ]);
  const second = run();
  await begun(2);
  downloads[1]?.();
  await second;
  downloads[0]?.();
  await slow;

  const desk = createRecordingAccess(database, scheduler, wallClock);
  expect(await desk.read(key)).toMatchObject({ state: 'ready', atCarrier: 'removed' });
  const read = () => ({ ...key, purpose: 'play' as const, expiresAt: new Date() });
  const open = createOpenSound({
    access: desk,
    files: stores,
    addresses: { read },
    clock: new ManualClock(),
    log,
  });
  const sound = await open('token', null);
  if (sound.kind === 'out of range' || !sound.content) throw new Error('no sound');
  expect((await buffer(sound.content.body)).equals(silence())).toBe(true);
});

test('RC5: a recording that no callback and no job has reported is found by looking for it', async () => {
  const { tenantId, callId } = await recorded('recording');
  const { callId: done } = await recorded();
  sent.length = 0;
  const store = createRecordingStore(database, jobs, scheduler);
  await store.resume(new Date(), 1_000);
  expect(sent).toContainEqual({ tenantId, callId });
  expect(sent).not.toContainEqual(expect.objectContaining({ callId: done }));
});

test('RC4: a callback about a call of another account, or with another id of the call, asks for nothing', async () => {
  const { tenantId, callId, sid } = await recorded('fetching');
  const store = createRecordingStore(database, jobs, scheduler);
  sent.length = 0;
  await store.hint({ carrier: 'lab', account: 'AC other' }, callId, sid);
  await store.hint({ carrier: 'twilio', account: 'AC' }, callId, sid);
  await store.hint({ carrier: 'lab', account: 'AC' }, callId, 'CA of another call');
  await store.hint({ carrier: 'lab', account: 'AC' }, 'no id', sid);
  expect(sent).toEqual([]);
  await store.hint({ carrier: 'lab', account: 'AC' }, callId, sid);
  expect(sent).toEqual([{ tenantId, callId }]);
});

test('RC10: another organization neither sees nor changes a recording', async () => {
  const { callId, tenantId } = await recorded('failed');
  const { caller: stranger } = await recorded();
  const desk = createRecordingAccess(database, scheduler, wallClock);
  expect(await desk.read({ tenantId: stranger.tenantId, callId })).toBe('missing');
  expect(await desk.open(stranger, callId, 'play')).toBeNull();
  expect(await desk.retry(stranger, callId)).toBeNull();
  expect(await desk.storeOf({ tenantId: stranger.tenantId, callId })).toBeNull();
  expect(await desk.read({ tenantId, callId })).toMatchObject({ state: 'failed', canRetry: true });
});
