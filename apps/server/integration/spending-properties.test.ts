import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createCallCosts } from '../src/adapters/postgres/costs/call-costs.ts';
import { createSpendingStore } from '../src/adapters/postgres/costs/spending.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createOrganizationStore } from '../src/adapters/postgres/organization-store.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { createPriceJob } from '../src/features/costs/price-job.ts';
import { createSettleCost } from '../src/features/costs/settle-costs.ts';
import { startingSettings } from '../src/features/organization/starting-settings.ts';
import { wallClock } from '../src/ports/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Client;
const tenantId = 'one';
const silent = { debug() {}, info() {}, warn() {}, error() {} };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  await createAgentStore(database).createTenant({ id: tenantId, name: 'One' }, starterAgents);
  await createOrganizationStore(database).ensure(
    tenantId,
    startingSettings({ timeZone: 'UTC', country: null }),
  );
  owner = new pg.Client(testDatabase.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});

const scheduler = { once: async () => {} };

async function admit(expectedMicros: number, of = tenantId): Promise<string | null> {
  const callId = randomUUIDv7();
  const decision = await createCallAdmission(database).reserve(
    {
      ...{ tenantId: of, userId: 'kit', callId, agentId: 'kuzco', agentVersion: 1, fingerprint: callId },
      ...{
        at: new Date(),
        to: '+12025550123',
        from: '+15005550006',
        instructions: 'Hi.',
        idempotencyKey: null,
      },
      ...{ carrier: 'twilio', carrierAccount: 'AC1', engine: 'relay', expectedMicros },
    },
    noLimits,
  );
  return decision.kind === 'admitted' ? callId : null;
}

/** As if the call had been talked on and had ended. */
async function end(callId: string): Promise<void> {
  await owner.query(
    "update calls set status = 'completed', answered_at = created_at, ended_at = now(), duration = 30, carrier_sid = $2 where id = $1",
    [callId, `CA${callId}`],
  );
}

const step = fc.oneof(
  fc.record({ type: fc.constant('place' as const), expected: fc.integer({ min: 0, max: 400 }) }),
  fc.record({ type: fc.constant('end' as const), cost: fc.integer({ min: 0, max: 900 }) }),
);

test('CO9: whatever calls cost in the end, a call is admitted only while spent, reserved and expected fit', {
  timeout: 120_000,
}, async () => {
  const costs = createCallCosts(database, scheduler);
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.integer({ min: 0, max: 3_000 }),
      async (steps, limit) => {
        await owner.query('delete from spending_days; delete from spending_reservations; delete from calls');
        await owner.query(
          `insert into spending_limits (tenant_id, day_micros) values ($1, $2)
         on conflict (tenant_id) do update set day_micros = excluded.day_micros`,
          [tenantId, limit],
        );
        const up = new Map<string, number>();
        let [spent, calls] = [0, 0];
        for (const each of steps) {
          if (each.type === 'place') {
            const average = calls === 0 ? 0 : Math.ceil(spent / calls);
            const expected = Math.max(each.expected, average);
            const used = spent + [...up.values()].reduce((sum, one) => sum + one, 0);
            const callId = await admit(each.expected);
            expect(callId !== null).toBe(used + expected <= limit && used < limit);
            if (callId !== null) up.set(callId, expected);
          } else {
            const [callId] = up.keys();
            if (callId === undefined) continue;
            await end(callId);
            const told = { micros: each.cost, currency: 'USD' };
            const settled = await costs.settle({ tenantId, callId }, new Date(), told);
            // Again, as after a server that was killed before it said that it is done.
            await costs.settle({ tenantId, callId }, new Date());
            up.delete(callId);
            [spent, calls] = [spent + each.cost, calls + 1];
            expect(settled?.spending?.day).toMatchObject({
              spentMicros: spent,
              heldMicros: [...up.values()].reduce((sum, one) => sum + one, 0),
            });
          }
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('CO3: a job that is killed between the answer and its storing asks again; one that comes twice asks once', async () => {
  await owner.query('delete from spending_limits; delete from spending_days; delete from calls');
  const callId = (await admit(0)) ?? '';
  await end(callId);
  const costs = createCallCosts(database, scheduler);
  const call = { tenantId, callId };
  await costs.settle(call, new Date());
  await owner.query("update call_costs set ask_at = now() - interval '1 second'");
  let asked = 0;
  const job = (settle: Parameters<typeof createPriceJob>[0]['settle']) =>
    createPriceJob({
      ...{ costs, settle, clock: wallClock, log: silent },
      carrierOf: () => ({
        price: async () => {
          asked += 1;
          return { kind: 'known', micros: 7_000, currency: 'USD' };
        },
      }),
    })(call, { signal: new AbortController().signal, useFallback: false, sentAt: new Date() });
  await expect(job(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  const settle = async (key: typeof call, told?: { micros: number; currency: string }) => {
    await costs.settle(key, new Date(), told);
  };
  await job(settle);
  await job(settle);
  expect(asked).toBe(2);
  const { rows } = await owner.query('select carrier_micros, carrier_state, ask_at from call_costs');
  expect(rows).toEqual([{ carrier_micros: 7_000, carrier_state: 'final', ask_at: null }]);
  expect((await owner.query('select micros, calls from spending_days')).rows).toEqual([
    { micros: 7_000, calls: 1 },
  ]);
});

/** A call that was talked on and is over, and nothing else. */
async function onlyCall() {
  for (const table of ['spending_limits', 'spending_days', 'spending_reservations', 'calls'])
    await owner.query(`delete from ${table}`);
  const callId = (await admit(0)) ?? '';
  await end(callId);
  return { tenantId, callId };
}
const storedCost = async () =>
  (await owner.query('select carrier_micros, carrier_state, told_micros from call_costs')).rows;

test('CO3: a question that comes before its time by the clock of its server is not lost', async () => {
  const schedules: Date[] = [];
  const costs = createCallCosts(database, { once: async (_, at) => void schedules.push(at) });
  const call = await onlyCall();
  const now = Date.now();
  await costs.settle(call, new Date(now));
  const due = now + 60_000;
  expect(schedules.map(Number)).toEqual([due]);
  // Clocks that differ by a little make no difference; by more, the question is put off and not dropped.
  expect(await costs.question(call, new Date(due - 29_000))).toMatchObject({ asked: 0 });
  expect(await costs.question(call, new Date(due - 31_000))).toBeNull();
  expect(schedules.map(Number)).toEqual([due, due]);
});

test('CO5: what was told before is not converted again, whatever the rates are later', async () => {
  const costs = createCallCosts(database, scheduler);
  const call = await onlyCall();
  const rate = (micros: number | null) =>
    owner.query(
      `insert into spending_limits (tenant_id, rates) values ($1, $2)
       on conflict (tenant_id) do update set rates = excluded.rates`,
      [tenantId, { version: 1, list: micros === null ? [] : [{ currency: 'EUR', micros }] }],
    );
  await rate(1_100_000);
  await costs.settle(call, new Date(), { micros: 10_000, currency: 'EUR' });
  const told = [{ carrier_micros: 11_000, carrier_state: 'final', told_micros: 10_000 }];
  expect(await storedCost()).toEqual(told);
  for (const later of [2_000_000, null]) {
    await rate(later);
    await costs.settle(call, new Date());
    expect(await storedCost()).toEqual(told);
  }
  expect((await owner.query('select micros, calls from spending_days')).rows).toEqual([
    { micros: 11_000, calls: 1 },
  ]);
});

test('CO9: a call that ended before it was answered, by clocks that differ, costs nothing and holds nothing', async () => {
  const call = await onlyCall();
  await owner.query(
    `update organizations set prices = jsonb_set(prices, '{carrier,outboundPerMinute}', '20000')`,
  );
  await owner.query(
    "update calls set duration = null, answered_at = created_at, ended_at = created_at - interval '5 minutes'",
  );
  await owner.query(
    `insert into spending_reservations (tenant_id, call_id, day, micros) values ($1, $2, current_date, 5)`,
    [tenantId, call.callId],
  );
  const settled = await createCallCosts(database, scheduler).settle(call, new Date());
  expect(settled).toMatchObject({ micros: 0, carrierState: 'estimate' });
  expect((await owner.query('select from spending_reservations')).rowCount).toBe(0);
});

test('CO1: reading an outcome again does not count the tokens before it at other prices', async () => {
  const costs = createCallCosts(database, scheduler);
  const call = await onlyCall();
  const price = (inputPerMillion: number) =>
    owner.query("update organizations set prices = jsonb_set(prices, '{models}', $1)", [
      JSON.stringify([
        {
          ...{ model: 'm', inputPerMillion, outputPerMillion: null },
          ...{ audioInputPerMillion: null, audioOutputPerMillion: null },
        },
      ]),
    ]);
  const read = async () => {
    const use = {
      requests: 1,
      inputTokens: 1_000,
      outputTokens: 0,
      audioInputTokens: 0,
      audioOutputTokens: 0,
    };
    await costs.addUse(call, 'outcome', 'm', { ...use, exact: true });
    await costs.settle(call, new Date());
    return (await owner.query('select model_micros::int from call_costs')).rows[0]?.model_micros;
  };
  await price(5_000);
  expect(await read()).toBe(5);
  await price(90_000);
  expect(await read()).toBe(10);
});

test('CO7: what calls have reserved in another currency is not compared with a limit in the new one', async () => {
  await onlyCall();
  await owner.query('insert into spending_limits (tenant_id, day_micros) values ($1, 1000)', [tenantId]);
  await owner.query("update organizations set currency = 'JPY'");
  expect(await admit(900)).not.toBeNull();
  expect(await admit(900)).toBeNull();
  await owner.query("update organizations set currency = 'USD'");
  const { day } = await createSpendingStore(database).get(tenantId, new Date());
  expect(day.heldMicros).toBe(0);
  expect(await admit(900)).not.toBeNull();
  const { rows } = await owner.query('select currency from spending_reservations order by currency');
  expect(rows).toEqual([{ currency: 'JPY' }, { currency: 'USD' }]);
});

test('CO12: pages are told when a cost is counted near a limit, and not below', async () => {
  const costs = createCallCosts(database, scheduler);
  const listener = new pg.Client(testDatabase.owner);
  await listener.connect();
  try {
    const told: string[] = [];
    listener.on('notification', ({ payload = '' }) => told.push(payload));
    await listener.query('listen parley_live');
    for (const [limit, lists] of [
      [100_000, 0],
      [8_000, 1],
    ] as const) {
      const call = await onlyCall();
      await owner.query('insert into spending_limits (tenant_id, day_micros) values ($1, $2)', [
        tenantId,
        limit,
      ]);
      told.length = 0;
      // The second time nothing has changed.
      for (const _ of [1, 2]) await costs.settle(call, new Date(), { micros: 7_000, currency: 'USD' });
      // What was sent before has arrived when a query is answered.
      await listener.query('select 1');
      expect(told.filter((payload) => payload.includes('"spending"'))).toHaveLength(lists);
    }
  } finally {
    await listener.end();
  }
});

test('a sum of the day that stays locked holds up the calls of its organization, and those of no other', async () => {
  const other = 'two';
  await createAgentStore(database).createTenant({ id: other, name: 'Two' }, starterAgents);
  const settings = startingSettings({ timeZone: 'UTC', country: null });
  await createOrganizationStore(database).ensure(other, settings);
  const call = await onlyCall();
  const otherCall = { tenantId: other, callId: (await admit(0, other)) ?? '' };
  await end(otherCall.callId);
  const settle = createSettleCost({
    ...{ costs: createCallCosts(database, scheduler, '50ms'), clock: wallClock },
    followUps: { add: async () => [] },
  });
  const told = { micros: 7_000, currency: 'USD' };
  await settle(call);
  await owner.query('begin');
  try {
    await owner.query('select from spending_days where tenant_id = $1 for update', [tenantId]);
    const held = Promise.allSettled([1, 2, 3].map(() => settle(call, told)));
    await settle(otherCall, told);
    const reason = expect.objectContaining({ code: 'database_unavailable' });
    expect(await held).toEqual([1, 2, 3].map(() => ({ status: 'rejected', reason })));
  } finally {
    await owner.query('rollback');
  }
  // As the outbox does it later.
  await settle(call, told);
  const { rows } = await owner.query('select tenant_id, micros from spending_days order by tenant_id');
  expect(rows).toEqual([
    { tenant_id: tenantId, micros: 7_000 },
    { tenant_id: other, micros: 7_000 },
  ]);
});

test('CO3: a cost and tokens that come while their call is being removed fail nothing and leave nothing', async () => {
  const costs = createCallCosts(database, scheduler);
  const call = await onlyCall();
  const use = { requests: 1, inputTokens: 9, outputTokens: 0, audioInputTokens: 0, audioOutputTokens: 0 };
  await owner.query('begin');
  await owner.query('delete from calls where id = $1', [call.callId]);
  const coming = Promise.all([
    costs.settle(call, new Date()),
    costs.addUse(call, 'summary', 'm', { ...use, exact: true }),
  ]);
  const waiting = async () => (await owner.query('select from pg_locks where not granted')).rowCount;
  await expect.poll(waiting).toBe(2);
  await owner.query('commit');
  expect(await coming).toEqual([null, undefined]);
  const { rows } = await owner.query(
    'select (select count(*) from call_costs) + (select count(*) from call_usage) as count',
  );
  expect(rows).toEqual([{ count: 0 }]);
});
