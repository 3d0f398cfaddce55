import { randomUUID } from 'node:crypto';
import { permissionsOf, recordingMarks } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createRecordingAccess } from '../src/adapters/postgres/recordings/access.ts';
import { createPauseStore } from '../src/adapters/postgres/recordings/pauses.ts';
import { createPauses } from '../src/features/recordings/pauses.ts';
import type { CarrierRecordings, PauseOutcome } from '../src/ports/carrier-recordings.ts';
import { wallClock } from '../src/ports/clock.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';
import { ManualClock } from '../testing/manual-clock.ts';

/** Two servers with one database, and a carrier that answers when a test says so. */
let test_: TestDatabase;
let databases: readonly [Database, Database];
let owner: pg.Client;
beforeAll(async () => {
  test_ = await createTestDatabase();
  databases = [await test_.open(), await test_.open()];
  owner = new pg.Client(test_.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

const log = { debug() {}, info() {}, warn() {}, error() {} };
const done: PauseOutcome = { kind: 'done' };
const unanswered: PauseOutcome = { kind: 'unavailable', detail: 'no answer' };

/** A live call that is being recorded. */
async function recordedCall() {
  const { tenantId, userId } = await createTenant(databases[0]);
  const callId = await insertCall(
    owner,
    { tenantId, number: '+12025550123', userId },
    { status: 'in-progress' },
  );
  const sid = `CA${randomUUID().replaceAll('-', '')}`;
  await owner.query("update calls set carrier_sid = $2, engine = 'realtime' where id = $1", [callId, sid]);
  await owner.query(
    `insert into recordings (tenant_id, call_id, carrier, carrier_account, carrier_sid, remove_at_carrier)
     values ($1, $2, 'lab', 'AC', $3, true)`,
    [tenantId, callId, sid],
  );
  const notes: string[] = [];
  const clock = new ManualClock();
  const pause = vi.fn(async (_sid: string, _paused: boolean): Promise<PauseOutcome> => done);
  const [one, other] = databases.map((database) =>
    createPauses({
      ...{ pauses: createPauseStore(database, 3_600_000), clock, log },
      carrierOf: () => ({ recordings: { pause } as unknown as CarrierRecordings }),
      note: async (_key, text) => void notes.push(text),
    }),
  );
  if (!one || !other) throw new Error('There are two servers.');
  const key = { tenantId, callId };
  const caller = {
    ...{ tenantId, userId, displayName: 'Kit', permissions: permissionsOf.admin, email: null },
    expiresAt: new Date(Date.now() + 3_600_000),
  };
  const desk = createRecordingAccess(databases[0], { once: async () => {} }, wallClock);
  const shown = async () => {
    const recording = await desk.read(key);
    if (recording === null || recording === 'missing') throw new Error('There is a recording.');
    const { paused, pausing, pauseUnanswered } = recording;
    return { paused, pausing, pauseUnanswered };
  };
  const told = () => pause.mock.calls.map(([, paused]) => paused);
  /** The carrier answers the next command when the test says so. */
  const holdNext = () => {
    const answer = Promise.withResolvers<PauseOutcome>();
    pause.mockImplementationOnce(() => answer.promise);
    return answer;
  };
  return { one, other, key, caller, callId, clock, pause, told, holdNext, shown, notes };
}

const nothing = { paused: null, pausing: null, pauseUnanswered: false };

test('RC18: a tool runs only once the carrier has confirmed the pause that another server has asked for', async () => {
  const { one, other, caller, callId, key, clock, holdNext, told, shown, notes } = await recordedCall();
  const answer = holdNext();
  const pausing = one.pause(caller, callId);
  await vi.waitFor(() => expect(told()).toEqual([true]), { timeout: 60_000 });
  expect(await shown()).toEqual({ ...nothing, pausing: 'person' });
  const work = vi.fn(shown);
  const running = other.around(key, 30_000, work);
  // It waits, looks again and waits.
  for (let looks = 0; looks < 3; looks += 1) {
    await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), { timeout: 60_000 });
    clock.advance(100);
  }
  await vi.waitFor(() => expect(clock.pendingTimers).toBe(1), { timeout: 60_000 });
  expect(work).not.toHaveBeenCalled();
  answer.resolve(done);
  await pausing;
  clock.advance(100);
  expect(await running).toEqual({ ...nothing, paused: 'person' });
  // The carrier was told once: the tool takes the person's pause, and the person's goes on after it.
  expect([told(), notes]).toEqual([[true], [recordingMarks.paused]]);
  await other.resume(caller, callId);
  await vi.waitFor(async () => expect(await shown()).toEqual(nothing), { timeout: 60_000 });
});

test('RC18: a pause after the command of another server that is not answered is shown as unconfirmed and told again', async () => {
  const { one, other, caller, callId, holdNext, pause, told, shown } = await recordedCall();
  await one.pause(caller, callId);
  expect(await shown()).toEqual({ ...nothing, paused: 'person' });
  const resumption = holdNext();
  const resuming = one.resume(caller, callId);
  await vi.waitFor(() => expect(told()).toEqual([true, false]), { timeout: 60_000 });
  await other.pause(caller, callId);
  expect([told(), await shown()]).toEqual([[true, false], { ...nothing, pausing: 'person' }]);
  pause.mockResolvedValueOnce(unanswered);
  resumption.resolve(done);
  await expect(resuming).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect(await shown()).toEqual({ ...nothing, pausing: 'person', pauseUnanswered: true });
  await other.settleOverdue();
  expect([told(), await shown()]).toEqual([[true, false, true, true], { ...nothing, paused: 'person' }]);
});

test('RC18: a person whose pause is not answered is told, and the carrier is told to go on', async () => {
  const { one, other, caller, callId, pause, told, shown } = await recordedCall();
  pause.mockResolvedValueOnce(unanswered);
  await expect(one.pause(caller, callId)).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect(await shown()).toEqual({ ...nothing, pauseUnanswered: true });
  await other.settleOverdue();
  expect([told(), await shown()]).toEqual([[true, false], nothing]);
  const { rows } = await owner.query(
    "select action from audit_log where subject = $1 and action like 'recording.%' order by id",
    [callId],
  );
  expect(rows.map(({ action }) => action)).toEqual(['recording.paused', 'recording.resumed']);
});

test('RC18: the command of a server that has died is given again by another one', async () => {
  const { one, other, caller, callId, holdNext, told, shown } = await recordedCall();
  holdNext();
  void one.pause(caller, callId);
  await vi.waitFor(() => expect(told()).toEqual([true]), { timeout: 60_000 });
  await other.settleOverdue();
  expect(told()).toEqual([true]);
  // Its time is over.
  await owner.query('update recordings set pause_command_until = now() where call_id = $1', [callId]);
  await other.settleOverdue();
  expect([told(), await shown()]).toEqual([[true, true], { ...nothing, paused: 'person' }]);
});

test('RC18: a command that reaches the carrier after its time leaves no state that nobody settles', async () => {
  const { one, other, caller, callId, holdNext, told, shown } = await recordedCall();
  const late = holdNext();
  const pausing = one.pause(caller, callId);
  await vi.waitFor(() => expect(told()).toEqual([true]), { timeout: 60_000 });
  await owner.query('update recordings set pause_command_until = now() where call_id = $1', [callId]);
  await other.resume(caller, callId);
  expect([told(), await shown()]).toEqual([[true, false], nothing]);
  // Its server dies once it has stored the late answer: the others find the recording.
  const inFlight = holdNext();
  late.resolve(done);
  await vi.waitFor(() => expect(told()).toEqual([true, false, false]), { timeout: 60_000 });
  await owner.query('update recordings set pause_command_until = now() where call_id = $1', [callId]);
  await other.settleOverdue();
  expect(told()).toEqual([true, false, false, false]);
  inFlight.resolve(done);
  await pausing;
  expect([told(), await shown()]).toEqual([[true, false, false, false], nothing]);
});

test('RC18: a pause that is not answered leaves the pause that another server was asked for since', async () => {
  const { one, other, caller, callId, holdNext, told, shown } = await recordedCall();
  const answer = holdNext();
  const pausing = one.pause(caller, callId);
  await vi.waitFor(() => expect(told()).toEqual([true]), { timeout: 60_000 });
  await other.pause(caller, callId);
  answer.resolve(unanswered);
  await expect(pausing).rejects.toMatchObject({ code: 'carrier_unreachable' });
  expect(await shown()).toEqual({ ...nothing, pausing: 'person', pauseUnanswered: true });
  await other.settleOverdue();
  expect([told(), await shown()]).toEqual([[true, true], { ...nothing, paused: 'person' }]);
});
