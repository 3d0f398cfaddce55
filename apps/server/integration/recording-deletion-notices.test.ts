import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { createRetentionStore } from '../src/adapters/postgres/data/retention.ts';
import { createRecordingStore } from '../src/adapters/postgres/recordings/store.ts';
import { createTidyRecordings } from '../src/features/recordings/tidy-recordings.ts';
import type { FileStores } from '../src/ports/file-store.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { type OpenedDatabase, openTestDatabase } from '../testing/opened-database.ts';
import { insertRecordedCall, keepRecordingsForOneDay } from '../testing/recorded-call.ts';

let opened: OpenedDatabase;
let database: OpenedDatabase['database'];
let owner: OpenedDatabase['owner'];

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ database, owner } = opened);
});
afterAll(() => opened.drop());

const log = { debug() {}, info() {}, warn() {}, error() {} };
const jobs = { send: async () => {} };
const recordings = () => createRecordingStore(database, jobs, { once: async () => {} });
const inTheFuture = new Date(Date.now() + 86_400_000);

const deletionsOf = async (callId: string) => {
  const { rows } = await owner.query('select call_id from recording_deletions where call_id = $1', [callId]);
  return rows;
};

test.each(['absent', 'failed'])(
  'RC19: a call whose recording was %s does not say that one was deleted, whichever time is over',
  async (state) => {
    const [byTime, byTranscript] = [
      await insertRecordedCall(opened, state),
      await insertRecordedCall(opened, state),
    ];
    await keepRecordingsForOneDay(owner, byTime.tenantId);
    await owner.query("update recordings set created_at = now() - interval '25 hours' where call_id = $1", [
      byTime.callId,
    ]);
    await recordings().expire(10);
    await createRetentionStore(database).removeTranscripts(byTranscript.tenantId, inTheFuture, 10, null);
    for (const { tenantId, callId } of [byTime, byTranscript]) {
      expect(await deletionsOf(callId)).toHaveLength(1);
      expect((await createCallStore(database, jobs).detail(tenantId, callId))?.recordingDeleted).toBeNull();
    }
  },
);

test('RC17, RC19: a server whose clock is fast deletes no recording before its time by the database', async () => {
  const { tenantId, callId } = await insertRecordedCall(opened);
  await keepRecordingsForOneDay(owner, tenantId);
  const clock = new ManualClock();
  clock.advance(Date.now() + 30 * 86_400_000 - clock.time());
  await createTidyRecordings({
    ...{ forgottenMs: 120_000, recordings: recordings(), clock, log },
    files: { get: () => undefined } as unknown as FileStores,
    carrierOf: () => null,
  })();
  expect(await deletionsOf(callId)).toEqual([]);
});

test('RC9: retention of transcripts locks no recording before its call, so that it and another deletion cannot wait for each other', async () => {
  const { tenantId, callId } = await insertRecordedCall(opened);
  await owner.query('begin');
  await owner.query('select from calls where id = $1 for update', [callId]);
  const removing = createRetentionStore(database).removeTranscripts(tenantId, inTheFuture, 10, null);
  try {
    await expect
      .poll(() => owner.query('select from pg_locks where not granted').then(({ rowCount }) => rowCount), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    // As the deletion of the call does next.
    await owner.query('select from recordings where call_id = $1 for update nowait', [callId]);
  } finally {
    await owner.query('rollback');
  }
  await removing;
  expect(await deletionsOf(callId)).toHaveLength(1);
});
