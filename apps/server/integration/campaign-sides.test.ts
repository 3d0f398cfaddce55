import { randomUUID } from 'node:crypto';
import type { Campaign, ConsentPurpose } from '@parley/contract';
import { expect, test } from 'vitest';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { createCampaignDispatch } from '../src/adapters/postgres/campaigns/dispatch.ts';
import { createConsentRulesStore } from '../src/adapters/postgres/consent/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createCampaignConsumer, createSettleCall } from '../src/features/campaigns/settle-attempts.ts';
import { ada, CampaignRunner, eve, openRunners } from '../testing/campaign-runner.ts';
import { testDigest } from '../testing/number-digest.ts';

let database: Database;
let runner: CampaignRunner;
openRunners((opened) => {
  ({ database, runner } = opened);
});

const start = async (rows: string[][], purpose: ConsentPurpose = 'reminder') =>
  runner.start(await runner.desk.withRows(rows, purpose));
const numbers = () => runner.dialled.map(({ number }) => number);
const waits = async (campaign: Campaign) =>
  (await runner.desk.recipients(campaign)).recipients.map((row) => [row.state, row.waits?.reason ?? null]);

test('CP33: a sales campaign makes real calls that know what they are for, and whoever opts out is not called again', async () => {
  const file = { id: randomUUID(), fileName: '202.csv', dated: '2026-10-10', last: true };
  await createConsentRulesStore(database, testDigest).addNumbers(runner.desk.caller, file, ['+12025550199']);
  runner.side = 'real';
  const campaign = await start([[...ada, '', 'sales: yes (written, 2026-01-10)']], 'sales');
  expect(campaign).toMatchObject({ state: 'running', side: 'real' });
  await runner.tick();
  expect(numbers()).toEqual([ada[1]]);
  const callId = runner.dialled[0]?.callId ?? '';
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`select purpose from calls where id = ${callId}`),
  );
  expect(rows).toEqual([{ purpose: 'sales' }]);
  await runner.end(callId, { reason: 'do_not_call' });
  expect((await runner.desk.recipients(campaign)).recipients).toMatchObject([
    { state: 'suppressed', result: 'opted_out', waits: { reason: 'opted_out' } },
  ]);
});

test('CP25: calls of the sandbox do not count among real ones, and those of an earlier release count on both sides', async () => {
  const tried = await start([ada, eve]);
  for (const place of [0, 1]) {
    await runner.tick(5);
    await runner.end(runner.dialled[place]?.callId ?? '', { status: 'no-answer' });
  }
  const { tenantId } = runner.desk.caller;
  await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`update recipient_attempts set side = null where tenant_id = ${tenantId} and row = 3`),
  );
  runner.side = 'real';
  const real = await start([ada, eve]);
  await runner.tick(5);
  expect(numbers().slice(2)).toEqual([ada[1]]);
  expect(await waits(real)).toEqual([
    ['in_call', null],
    ['pending', 'gap'],
  ]);
  expect((await waits(tried)).map(([state]) => state)).toEqual(['pending', 'pending']);
});

test('CP28: campaigns that are looked at together leave a line of the account to the desk', async () => {
  runner.side = 'real';
  const first = await start([ada]);
  const second = await start([eve]);
  await runner.tick();
  expect(numbers()).toHaveLength(1);
  const states = [...(await waits(first)), ...(await waits(second))].map(([state]) => state);
  expect(states.toSorted()).toEqual(['in_call', 'pending']);
  await runner.end(runner.dialled[0]?.callId ?? '');
  await runner.tick(5);
  expect(numbers().toSorted()).toEqual([ada[1], eve[1]]);
});

test('CP28: the admission leaves it too, whoever has decided that somebody is dialled', async () => {
  runner.side = 'real';
  const { tenantId } = runner.desk.caller;
  await start([ada]);
  const other = await start([eve]);
  await runner.tick();
  expect(numbers()).toEqual([ada[1]]);
  const order = { now: runner.clock.now(), leaseUntil: new Date(runner.clock.time() + 60_000), limit: 1 };
  const [claimed] =
    (await runner.dispatch.claim(tenantId, other.id, order, (candidates) =>
      candidates.map(({ row }) => ({ row, dial: true, callId: randomUUID() })),
    )) ?? [];
  if (!claimed) throw new Error('Nobody was claimed.');
  await runner.attempts.place(claimed);
  expect(numbers()).toHaveLength(1);
  expect((await waits(other))[0]).toEqual(['pending', 'account_lines']);
});

test('a row that stays locked holds up the calls of its organization, and those of no other', async () => {
  const other = await CampaignRunner.open(database);
  const campaign = await start([ada]);
  const ended = async (of: CampaignRunner) => {
    await of.tick();
    const callId = of.dialled[0]?.callId ?? '';
    await of.end(callId, {}, false);
    const { tenantId } = of.desk.caller;
    const said = { type: 'call.ended', version: 1, callId } as never;
    return { id: 1, tenantId, subject: `call/${callId}`, createdAt: new Date(), event: said };
  };
  const event = await ended(runner);
  // Only now: a look at campaigns is one at those of everybody.
  const otherCampaign = await other.start(await other.desk.withRows([ada]));
  const otherEvent = await ended(other);
  const dispatch = createCampaignDispatch(database, testDigest, '50ms');
  const { clock } = runner;
  const calls = createCallStore(database, { send: async () => {} });
  const consumer = createCampaignConsumer({
    ...{ dispatch, calls, clock, settle: createSettleCall({ dispatch, clock }) },
  });
  const handle = (one: typeof event) => consumer.handle(one, new AbortController().signal);
  const { tenantId } = runner.desk.caller;
  await database.forTenant(tenantId, async (tx) => {
    await tx.execute(sql`select from recipients where tenant_id = ${tenantId} for update`);
    const held = Promise.allSettled([1, 2, 3].map(() => handle(event)));
    await handle(otherEvent);
    const reason = expect.objectContaining({ code: 'database_unavailable' });
    expect(await held).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason })));
  });
  expect(await other.states(otherCampaign)).toEqual({ 2: 'done' });
  expect(await runner.states(campaign)).toEqual({ 2: 'in_call' });
  // As the outbox does it later.
  await handle(event);
  expect(await runner.states(campaign)).toEqual({ 2: 'done' });
});
