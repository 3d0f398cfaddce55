import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { createConnectionStore } from '../src/adapters/postgres/connections/store.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/database.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { AgentStore } from '../src/ports/agent-store.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { CallReservation } from '../src/ports/call-admission.ts';
import type { Actor, ConnectionStore } from '../src/ports/connections.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { noLimits } from '../testing/no-limits.ts';
import { run } from '../testing/old-deployment.ts';
import { phoneAccount } from '../testing/phone-accounts.ts';

let testDatabase: TestDatabase;
let database: Database;
let agents: AgentStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  agents = createAgentStore(database);
  await agents.createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());

function order(): CallReservation {
  const callId = randomUUIDv7();
  return {
    ...{
      tenantId: 'one',
      userId: 'kit',
      callId,
      agentId: 'kuzco',
      agentVersion: 1,
      fingerprint: callId,
      at: new Date(),
    },
    ...{ to: '+12025550123', from: '+15005550006', instructions: 'Say hello.', idempotencyKey: null },
    carrier: 'lab',
    carrierAccount: null,
    engine: 'relay',
  };
}

test('calls can be placed where the address of the database has options of its own', async () => {
  const one = await openDatabase({
    owner: { ...testDatabase.owner, options: '-c statement_timeout=59000' },
    ...{ secret: testDatabase.secret, onError: () => {}, poolSize: 1 },
  });
  const settings = await one.admission(
    ['statement_timeout', 'jit', 'plan_cache_mode'].map((name) => ({ text: `show ${name}`, values: [] })),
  );
  await one.close();
  expect(settings.flat(2)).toEqual(['59s', 'off', 'force_generic_plan']);
});

test('placing a call does not wait until the statement that admits it is planned again', async () => {
  const one = await openDatabase({
    ...{ owner: testDatabase.owner, secret: testDatabase.secret, onError: () => {}, poolSize: 1 },
  });
  const admission = createCallAdmission(one);
  for (let n = 0; n < 3; n += 1)
    expect(await admission.reserve(order(), noLimits)).toMatchObject({ kind: 'admitted' });
  const plans = await one.admission([
    {
      text: `select generic_plans::int, custom_plans::int from pg_prepared_statements where name = 'admission'`,
      values: [],
    },
  ]);
  await one.close();
  expect(plans).toEqual([[[3, 0]]]);
});

test('a burst of calls does not leave the tenant’s pages and conversations waiting for a connection', async () => {
  // Another server holds the lock of this tenant for a while.
  const other = new pg.Client(testDatabase.owner);
  await other.connect();
  await other.query("select pg_advisory_lock(hashtext('parley dial'), hashtext('one'))");
  const admission = createCallAdmission(database);
  const burst = Array.from({ length: 40 }, () => admission.reserve(order(), noLimits));

  expect(await agents.get('one', 'kuzco', null)).toMatchObject({ id: 'kuzco' });

  await other.end();
  expect((await Promise.all(burst)).map(({ kind }) => kind)).toEqual(burst.map(() => 'admitted'));
});

test('nobody is told to wait longer than a minute because a later request was admitted first', async () => {
  const admission = createCallAdmission(database);
  const limits = { ...noLimits, perMinute: 1 };
  const late = { ...order(), userId: 'robin' };
  const early = { ...order(), userId: 'robin', at: new Date(late.at.getTime() - 5_000) };
  expect(await admission.reserve(late, limits)).toMatchObject({ kind: 'admitted' });
  expect(await admission.reserve(early, limits)).toMatchObject({ kind: 'too_many', retryAfterSeconds: 60 });
});

describe('what this server believes is compared with what is stored', () => {
  let connections: ConnectionStore;
  let actor: Actor;
  let organizations = 0;

  async function organization(): Promise<void> {
    const id = `org_${++organizations}`;
    await agents.createTenant({ id, name: id }, starterAgents);
    actor = { tenantId: id, userId: 'kit', displayName: 'Kit' };
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const secrets = onlySecret('a secret of forty characters for testing');
    connections = createConnectionStore({ database, secrets, log });
  }
  const reserve = async (change: Partial<CallReservation>) =>
    (
      await createCallAdmission(database).reserve(
        { ...order(), tenantId: actor.tenantId, ...change },
        noLimits,
      )
    ).kind;
  const real = (connectionId: string | null): Partial<CallReservation> => ({
    ...{ carrier: 'twilio', carrierAccount: 'AC1', side: 'real', connectionId },
  });
  async function connect(): Promise<string> {
    const connected = await connections.connect(phoneAccount(actor));
    if (connected.kind !== 'connected') throw new Error(connected.kind);
    return connected.id;
  }

  test('the side: a call of the side before is not admitted, from the moment of the switch', async () => {
    await organization();
    expect(await reserve({ side: 'sandbox' })).toBe('admitted');
    expect(await reserve(real(null))).toBe('admitted');
    await connections.setSide({ actor, side: 'real', revision: 0 });
    expect(await reserve({ side: 'sandbox' })).toBe('side_changed');
    expect(await reserve(real(null))).toBe('admitted');
    await connections.setSide({ actor, side: 'sandbox', revision: 1 });
    expect(await reserve(real(null))).toBe('side_changed');
    expect(await reserve({ side: 'sandbox' })).toBe('admitted');
  });

  test('whoever does not compare, as the release before, is stopped by the database', async () => {
    await organization();
    await connections.setSide({ actor, side: 'sandbox', revision: 0 });
    const { side: _, ...unaware } = real(null);
    await expect(reserve(unaware)).rejects.toThrow('in the sandbox');
  });

  test('the account: one that was disconnected or replaced a moment ago places no call', async () => {
    await organization();
    const id = await connect();
    expect(await reserve(real(id))).toBe('admitted');
    await connections.disconnect({ actor, id, revision: 1 });
    expect(await reserve(real(id))).toBe('disconnected');
    const other = await connect();
    expect([await reserve(real(id)), await reserve(real(other))]).toEqual(['disconnected', 'admitted']);
    // Another organization's account is none of this one.
    const theirs = actor;
    await organization();
    expect(await reserve(real(other))).toBe('disconnected');
    expect(await connections.callsUp(theirs.tenantId, other)).toBe(1);
  });

  test("CN5: the deployment's account places no real call of an organization that has its own, or had it disconnected", async () => {
    await organization();
    expect(await reserve(real(null))).toBe('admitted');
    const id = await connect();
    expect(await reserve(real(null))).toBe('disconnected');
    expect(await reserve({ side: 'sandbox' })).toBe('admitted');
    await connections.disconnect({ actor, id, revision: 1 });
    expect(await reserve(real(null))).toBe('disconnected');
    // The account of another organization counts for that one alone.
    await organization();
    expect(await reserve(real(null))).toBe('admitted');
  });

  test('the lines: a burst gets as many as there are, and the next when one is free', async () => {
    await organization();
    const id = await connect();
    const order = { ...real(id), callsAtOnce: 2 };
    const burst = await Promise.all(Array.from({ length: 8 }, () => reserve(order)));
    expect(burst.filter((kind) => kind === 'admitted')).toHaveLength(2);
    expect(burst.filter((kind) => kind === 'lines_busy')).toHaveLength(6);
    await run(testDatabase.owner, (client) =>
      client.query(
        `update calls set status = 'completed'
         where id = (select id from calls where connection_id = $1 limit 1)`,
        [id],
      ),
    );
    expect([await reserve(order), await reserve(order)]).toEqual(['admitted', 'lines_busy']);
  });
});

describe('FU7: a call back of a follow-up', () => {
  let made = 0;

  async function followUp(tenantId: string): Promise<string> {
    const id = randomUUIDv7();
    await run(testDatabase.owner, (client) =>
      client.query(
        `insert into follow_ups (tenant_id, id, source_key, reason, number, what, due_at)
         values ($1, $2, $3, 'callback', '+12025550123', 'Call back.', now())`,
        [tenantId, id, `hand/${++made}`],
      ),
    );
    return id;
  }
  const reserve = async (followUpId: string, change: Partial<CallReservation> = {}) =>
    (await createCallAdmission(database).reserve({ ...order(), followUpId, ...change }, noLimits)).kind;
  const change = (text: string, values: unknown[]) =>
    run(testDatabase.owner, (client) => client.query(text, values));

  test('is placed once, however many press the button at once, and again when the call is over', async () => {
    const id = await followUp('one');
    const burst = await Promise.all(Array.from({ length: 10 }, () => reserve(id)));
    expect(burst.filter((kind) => kind === 'admitted')).toHaveLength(1);
    expect(burst.filter((kind) => kind === 'follow_up_in_call')).toHaveLength(9);
    const { rows } = await change(
      'select 1 from dial_attempts join calls on calls.id = call_id where follow_up_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    await change("update calls set status = 'no-answer' where follow_up_id = $1", [id]);
    expect([await reserve(id), await reserve(id)]).toEqual(['admitted', 'follow_up_in_call']);
  });

  test('is not placed once it is closed, nor of one that is unknown or of another tenant', async () => {
    const id = await followUp('one');
    await change("update follow_ups set state = 'snoozed', snoozed_until = now() where id = $1", [id]);
    expect(await reserve(id)).toBe('admitted');
    const closed = await followUp('one');
    await change("update follow_ups set state = 'done', closed_at = now() where id = $1", [closed]);
    await agents.createTenant({ id: 'other', name: 'Other' }, starterAgents);
    const theirs = await followUp('other');
    for (const each of [closed, theirs, randomUUIDv7()]) expect(await reserve(each)).toBe('follow_up_done');
  });

  test('repeated with its key it is the first one, also while that goes on', async () => {
    const id = await followUp('one');
    const again = { idempotencyKey: `key of ${id}`, fingerprint: 'same' };
    expect([await reserve(id, again), await reserve(id, again)]).toEqual(['admitted', 'repeated']);
  });
});

test('DA6: a number that is being erased is not called until its rows are gone', async () => {
  await agents.createTenant({ id: 'erasing', name: 'Erasing' }, starterAgents);
  const admission = createCallAdmission(database, (tenantId, number) => `#${tenantId} ${number}`);
  const reserve = async (tenantId: string, to = '+12025550123') =>
    (await admission.reserve({ ...order(), tenantId, to }, noLimits)).kind;
  const set = (state: string) =>
    run(testDatabase.owner, (client) =>
      client.query(
        `insert into erasures (tenant_id, id, digest, number, state, never_call, requested_by)
         values ('erasing', $1, '#erasing +12025550123', '+12025550123', $2, false, 'kit')
         on conflict (tenant_id, digest) where state <> 'done' do update set state = $2`,
        [randomUUIDv7(), state],
      ),
    );
  for (const state of ['running', 'waiting']) {
    await set(state);
    expect(await reserve('erasing')).toBe('being_erased');
    expect([await reserve('erasing', '+12025550124'), await reserve('one')]).toEqual([
      'admitted',
      'admitted',
    ]);
  }
  for (const state of ['carrier', 'done']) {
    await set(state);
    expect(await reserve('erasing')).toBe('admitted');
  }
});

test('CT1: a chosen contact has the number that is called, in the own tenant', async () => {
  await agents.createTenant({ id: 'chosen', name: 'Chosen' }, starterAgents);
  const contact = async (tenantId: string, number: string) => {
    const id = randomUUIDv7();
    await run(testDatabase.owner, (client) =>
      client.query(
        `insert into contacts (tenant_id, id, number, name, name_key, source) values ($1, $2, $3, 'Ada', 'ada', 'hand')`,
        [tenantId, id, number],
      ),
    );
    return id;
  };
  const ada = await contact('one', '+12025550123');
  const wrong = [
    await contact('one', '+12025550124'),
    await contact('chosen', '+12025550123'),
    randomUUIDv7(),
  ];
  const admission = createCallAdmission(database);
  for (const contactId of wrong) {
    expect(await admission.reserve({ ...order(), contactId }, noLimits)).toEqual({ kind: 'contact_missing' });
  }
  const placed = { ...order(), contactId: ada, templateId: randomUUIDv7() };
  expect(await admission.reserve(placed, noLimits)).toEqual({ kind: 'admitted' });
  const stored = await createCallStore(database, { send: async () => {} }).find({ id: placed.callId });
  expect(stored).toMatchObject({ contactId: ada, templateId: placed.templateId, followUpId: null });
});
