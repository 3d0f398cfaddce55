import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import type { ExpiredAttempt } from '../src/ports/campaign-runs.ts';
import { ada, CampaignRunner } from '../testing/campaign-runner.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
let watcher: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { owner: connection, secret } = testDatabase;
  database = await openDatabase({ owner: connection, secret, onError: () => {} });
  [owner, watcher] = [new pg.Client(connection), new pg.Client(connection)];
  await Promise.all([owner.connect(), watcher.connect()]);
});
afterAll(async () => {
  await database.close();
  await Promise.all([owner.end(), watcher.end()]);
  await testDatabase.drop();
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await watcher.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

interface Found {
  readonly row: number;
  readonly state: string;
  readonly call_id: string;
  readonly notes: string;
  readonly result: string | null;
}

const lease = (runner: CampaignRunner) => new Date(runner.clock.time() + 60_000);
const end = { status: 'busy' } as const;

test.for<{
  what: string;
  /** In which state the row is before. */
  from: 'dialing' | 'in_call' | 'pending';
  act: (runner: CampaignRunner, attempt: ExpiredAttempt) => Promise<unknown>;
  becomes: Partial<Found>;
}>([
  {
    ...{ what: 'an attempt that was placed', from: 'dialing' },
    act: async (runner, { tenantId, campaignId, row, attempt, callId }) => {
      const campaign = await runner.campaign({ id: campaignId });
      const claimed = { tenantId, campaign, row, number: '', cells: [], zones: [], attempt, callId };
      await runner.dispatch.placed(claimed, callId, lease(runner));
    },
    becomes: { state: 'in_call' },
  },
  {
    ...{ what: 'an attempt whose call was found', from: 'dialing' },
    act: (runner, attempt) => runner.dispatch.prolong(attempt, attempt.callId, lease(runner)),
    becomes: { state: 'in_call' },
  },
  {
    ...{ what: 'an attempt that is returned', from: 'dialing' },
    act: (runner, attempt) =>
      runner.dispatch.returnAttempt(attempt, { state: 'pending', reason: 'not_made', nextAt: null }),
    becomes: { state: 'pending' },
  },
  {
    ...{ what: 'an attempt that is over', from: 'in_call' },
    act: (runner, { callId }) => runner.end(callId, end),
    becomes: { state: 'pending', result: 'busy' },
  },
  {
    ...{ what: 'an attempt whose call goes on after all', from: 'pending' },
    act: (runner, { tenantId, callId }) => runner.dispatch.reopen(tenantId, callId, lease(runner)),
    becomes: { state: 'in_call', result: null },
  },
])('CP11: $what is stored also where its row was changed a moment ago', async ({ from, act, becomes }) => {
  const runner = await CampaignRunner.open(database);
  const campaign = await runner.start(await runner.desk.withRows([ada]));
  const { tenantId } = runner.desk.caller;
  runner.crash = from === 'dialing' ? 'after it dialled' : null;
  await runner.tick();
  const { callId = '' } = runner.dialled[0] ?? {};
  if (from === 'pending') await runner.end(callId, end);
  const found = async () =>
    (await owner.query<Found>('select * from recipients where campaign_id = $1', [campaign.id])).rows[0];
  expect(await found()).toMatchObject({ state: from, call_id: callId, notes: '' });

  await owner.query('begin');
  // Where this test fails before the commit; after it there is nothing to roll back.
  onTestFinished(async () => {
    await owner.query('rollback');
  });
  await owner.query("update recipients set notes = 'changed' where campaign_id = $1", [campaign.id]);
  const attempt = {
    tenantId,
    campaignId: campaign.id,
    row: 2,
    attempt: 1,
    callId,
    inCall: from === 'in_call',
  };
  const acting = act(runner, attempt);
  await expect.poll(waitingForLocks, { timeout: 60_000 }).toBe(1);
  await owner.query('commit');
  await acting;
  expect(await found()).toMatchObject({ notes: 'changed', ...becomes });
});

/** What a server of the release before does to an attempt, without a lock of the row. */
test.for([
  { what: 'the same call', isOther: false, state: 'pending', result: 'busy' },
  { what: 'another call', isOther: true, state: 'in_call', result: null },
])(
  'CP18: an attempt that was stored with $what at that moment keeps one result with its row',
  async ({ isOther, ...becomes }) => {
    const runner = await CampaignRunner.open(database);
    const campaign = await runner.start(await runner.desk.withRows([ada]));
    await runner.tick();
    const { callId = '' } = runner.dialled[0] ?? {};
    const stored = isOther ? randomUUID() : callId;
    await owner.query('begin');
    await owner.query('update recipient_attempts set call_id = $2 where campaign_id = $1', [
      ...[campaign.id, stored],
    ]);
    const acting = runner.end(callId, end);
    await expect.poll(waitingForLocks, { timeout: 60_000 }).toBe(1);
    await owner.query('commit');
    await acting;
    const { rows } = await owner.query(
      `select state, attempt.call_id, recipients.result, attempt.result as told
     from recipients join recipient_attempts as attempt using (tenant_id, campaign_id, row)
     where campaign_id = $1`,
      [campaign.id],
    );
    const { state, result } = becomes;
    expect(rows).toEqual([{ call_id: stored, state, result, told: result }]);
  },
);
