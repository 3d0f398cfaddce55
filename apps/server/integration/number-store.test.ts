import { emptyAgentConfig } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createAgentEditor } from '../src/adapters/postgres/agents/agent-editor.ts';
import { createNumberStore } from '../src/adapters/postgres/agents/number-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { registerNumbers } from '../src/features/agents/register-numbers.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { AgentStore } from '../src/ports/agent-store.ts';
import type { NumberStore } from '../src/ports/number-store.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let test_: TestDatabase;
let database: Database;
let agents: AgentStore;
let numbers: NumberStore;
let tenants = 0;
let tenantId: string;

const person = { userId: 'user_kit', displayName: 'Kit' };
let account: { name: string; account: string };
let lab: { name: string; account: string };

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  [agents, numbers] = [createAgentStore(database), createNumberStore(database)];
});
afterAll(() => test_.drop());
beforeEach(async () => {
  tenants += 1;
  tenantId = `tenant_${tenants}`;
  account = { name: 'twilio', account: `AC${tenants}` };
  lab = { name: 'lab', account: `ACLAB${tenants}` };
  await agents.createTenant({ id: tenantId, name: 'Tenant' }, starterAgents);
});

const start = (main: string, others: string[] = [], at = account) =>
  registerNumbers(numbers, { tenantId, account: at, main, others });
const holders = async (at = account, tenant = tenantId) =>
  Object.fromEntries((await numbers.list(tenant, [at])).map(({ number, agentId }) => [number, agentId]));
/** As servers of the release before see it. */
const columns = async () => {
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ id: string; phone_number: string | null }>(
      sql`select id, phone_number from agents where tenant_id = ${tenantId} order by id`,
    ),
  );
  return Object.fromEntries(rows.map(({ id, phone_number }) => [id, phone_number]));
};
const asEarlierRelease = (agentId: string, number: string | null) =>
  database.asSystem((tx) =>
    tx.execute(
      sql`update agents set phone_number = ${number} where tenant_id = ${tenantId} and id = ${agentId}`,
    ),
  );

let last = 0;
const newNumber = () => `+1202555${String(++last).padStart(4, '0')}`;

describe('AG12: a start of the server', () => {
  test('gives the main number to the first agent and, in the sandbox, the next one to the second', async () => {
    const [main, next, more] = [newNumber(), newNumber(), newNumber()];
    await start(main, [next, more], lab);
    expect(await holders(lab)).toEqual({ [main]: 'gs-dental', [next]: 'kuzco', [more]: null });
    expect(await columns()).toEqual({ 'gs-dental': main, kuzco: next });
  });

  test('leaves alone numbers that an organization has connected', async () => {
    const [theirs, main] = [newNumber(), newNumber()];
    await start(theirs);
    await database.asSystem((tx) =>
      tx.execute(sql`
        update phone_numbers set connection_id = gen_random_uuid() where tenant_id = ${tenantId} and number = ${theirs}`),
    );
    // The same account later has another number in the environment, and then another account has the same number.
    await start(main);
    expect(await holders()).toEqual({ [theirs]: 'gs-dental', [main]: null });
    await start(theirs, [], { name: 'twilio', account: `ACNEXT${tenants}` });
    expect(await holders({ name: 'twilio', account: `ACNEXT${tenants}` })).toEqual({});
  });

  test('leaves alone what a person has set, however often it happens', async () => {
    const [main, next] = [newNumber(), newNumber()];
    await start(main, [next]);
    await numbers.take(tenantId, main, { agentId: 'kuzco', takenFrom: 'gs-dental' }, person);
    await numbers.release(tenantId, next, person);
    await start(main, [next]);
    await Promise.all([start(main, [next]), start(main, [next])]);
    expect(await holders()).toEqual({ [main]: 'kuzco', [next]: null });
  });

  test('moves the first agent to another main number of the account, unless a person gave it the old one', async () => {
    const [old, main, another] = [newNumber(), newNumber(), newNumber()];
    await start(old);
    await start(main);
    expect(await holders()).toEqual({ [old]: null, [main]: 'gs-dental' });
    await numbers.take(tenantId, main, { agentId: 'gs-dental', takenFrom: null }, person);
    await start(another);
    expect(await holders()).toEqual({ [old]: null, [main]: 'gs-dental', [another]: null });
  });

  test('a lab and a real account have numbers apart, and each is the caller id of its own calls', async () => {
    const [real, sandbox] = [newNumber(), '+15005550006'];
    await start(real);
    await start(sandbox, [], lab);
    expect([await holders(), await holders(lab)]).toEqual([
      { [real]: 'gs-dental' },
      { [sandbox]: 'gs-dental' },
    ]);
    const numberOf = async (at: typeof account) => (await agents.get(tenantId, 'gs-dental', at))?.phoneNumber;
    expect([await numberOf(account), await numberOf(lab)]).toEqual([real, sandbox]);
    expect((await columns())['gs-dental']).toBe(real);
  });

  test('another lab with the same numbers gives them to whom a person has given them', async () => {
    const shared = '+15005550007';
    await start(shared, [], lab);
    await numbers.take(tenantId, shared, { agentId: 'kuzco', takenFrom: 'gs-dental' }, person);
    const second = { name: 'lab', account: `${lab.account}B` };
    await start(shared, [], second);
    expect(await holders(second)).toEqual({ [shared]: 'kuzco' });
  });
});

describe('AG18: numbers that a server of the release before writes', () => {
  test('are known to the account that starts next, and answered only by it', async () => {
    const number = newNumber();
    await asEarlierRelease('gs-dental', number);
    expect(await agents.answering(number, account)).toBeNull();
    await numbers.adopt(lab);
    expect(await agents.answering(number, lab)).toBeNull();
    await numbers.adopt(account);
    expect(await agents.answering(number, account)).toMatchObject({ tenantId, agent: { id: 'gs-dental' } });
    expect(await agents.answering(number, { ...account, account: 'AC_OTHER' })).toBeNull();
  });

  test('do not undo what a person has set', async () => {
    const [main, other] = [newNumber(), newNumber()];
    await start(main, [other]);
    await numbers.take(tenantId, main, { agentId: 'kuzco', takenFrom: 'gs-dental' }, person);
    // What its start does.
    await asEarlierRelease('kuzco', null);
    await asEarlierRelease('gs-dental', main);
    expect(await holders()).toEqual({ [main]: 'kuzco', [other]: 'kuzco' });
    expect(await columns()).toEqual({ 'gs-dental': null, kuzco: main });
  });

  test('do not let it answer for an agent that is archived or was never published', async () => {
    const editor = createAgentEditor(database);
    const [main, next] = [newNumber(), newNumber()];
    await start(main, [next], lab);
    const config = emptyAgentConfig('Fern');
    await editor.create(tenantId, { id: 'fern', config, request: null }, person);
    await numbers.take(tenantId, next, { agentId: 'fern', takenFrom: 'kuzco' }, person);
    expect(await columns()).toEqual({ fern: null, 'gs-dental': main, kuzco: null });
    await editor.archive(tenantId, 'gs-dental', person, new Date());
    await asEarlierRelease('gs-dental', main);
    await asEarlierRelease('fern', next);
    expect(await columns()).toEqual({ fern: null, 'gs-dental': null, kuzco: null });
    await editor.publish(tenantId, 'fern', { revision: 1, note: '' }, person, new Date());
    expect((await columns()).fern).toBe(next);
  });

  test('an agent that it makes is published as it is', async () => {
    await database.asSystem((tx) =>
      tx.execute(sql`insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
        values (${tenantId}, 'ada', 'Ada', 'Calm.', 'Hello, an AI assistant. Yes?', '')`),
    );
    expect(await agents.forCall({ tenantId, agentId: 'ada' })).toMatchObject({
      version: 1,
      config: {
        identity: { persona: 'Calm.' },
        opening: { outbound: 'Hello, an AI assistant.', inbound: 'Hello, an AI assistant. Yes?' },
      },
    });
  });
});

test('AG18: the first agents are the same, whether the release before made them or this one', async () => {
  const other = `${tenantId}_before`;
  await database.asSystem((tx) => tx.execute(sql`insert into tenants (id, name) values (${other}, 'x')`));
  for (const { id, config } of starterAgents) {
    const { displayName, persona, abilities } = config.identity;
    await database.asSystem((tx) =>
      tx.execute(sql`insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
        values (${other}, ${id}, ${displayName}, ${persona}, ${config.opening.inbound}, ${abilities})`),
    );
    expect((await agents.forCall({ tenantId: other, agentId: id }))?.config).toEqual(config);
  }
});

describe('AG16: another tenant', () => {
  test('neither sees nor takes a number, and cannot have it while it is given away', async () => {
    const number = newNumber();
    await start(number);
    const other = `${tenantId}_other`;
    await agents.createTenant({ id: other, name: 'Other' }, starterAgents);
    expect(await holders(account, other)).toEqual({});
    expect(await numbers.take(other, number, { agentId: 'kuzco', takenFrom: 'gs-dental' }, person)).toEqual({
      kind: 'no_number',
    });
    expect(await numbers.release(other, number, person)).toBeNull();
    const to = { accounts: [account], agentId: 'kuzco', take: false };
    expect(await numbers.give(other, number, to, person)).toEqual({ kind: 'other_tenant' });
    await registerNumbers(numbers, { tenantId: other, account, main: number, others: [] });
    expect(await holders()).toEqual({ [number]: 'gs-dental' });
    expect(await numbers.wouldGive(other, number, { ...to, take: true })).toMatchObject({ kind: 'taken' });
    expect(await holders()).toEqual({ [number]: 'gs-dental' });
    expect(await numbers.give(other, number, { ...to, take: true }, person)).toMatchObject({ kind: 'taken' });
    expect([await holders(), await holders(account, other)]).toEqual([{}, { [number]: 'kuzco' }]);
    expect(await columns()).toMatchObject({ 'gs-dental': null });
  });
});

test('AG10: many who take, release and archive at once all get an answer, and do not wait for deadlocks', async () => {
  const [one, two] = [newNumber(), newNumber()];
  await start(one, [two]);
  const editor = createAgentEditor(database);
  const names = ['kuzco', 'gs-dental'] as const;
  const other = { kuzco: 'gs-dental', 'gs-dental': 'kuzco' } as const;
  const settled = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n): Promise<unknown> => {
      const [number, agentId] = [n % 2 === 0 ? one : two, names[n % 3 === 0 ? 0 : 1] ?? 'kuzco'];
      if (n % 10 === 8) return editor.archive(tenantId, agentId, person, new Date());
      if (n % 10 === 9) return editor.unarchive(tenantId, agentId, person);
      if (n % 5 === 4) return numbers.release(tenantId, number, person);
      return numbers.take(tenantId, number, { agentId, takenFrom: other[agentId] }, person);
    }),
  );
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('AG10: of two who take a number at once one gets it', async () => {
  const number = newNumber();
  await start(newNumber(), [number]);
  await numbers.release(tenantId, number, person);
  const results = await Promise.all(
    ['gs-dental', 'kuzco'].map((agentId) =>
      numbers.take(tenantId, number, { agentId, takenFrom: null }, person),
    ),
  );
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(['conflict', 'taken']);
});
