import type { CallFilters } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { byCallsInTurn } from '../src/adapters/postgres/call-search/by-documents.ts';
import { createCallSearch } from '../src/adapters/postgres/call-search/search.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { CallSearch } from '../src/ports/call-search.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { plantCall, run, writeDocuments } from '../testing/searched-calls.ts';

const afterAllCalls = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const beforeAllCalls = '00000000-0000-0000-0000-000000000000';

let testDatabase: TestDatabase;
let database: Database;
/** Newest first. */
const crowns: string[] = [];
const inbound: string[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  for (const tenant of ['one', 'many']) {
    await createAgentStore(database).createTenant({ id: tenant, name: tenant }, starterAgents);
  }
  // Twenty years, a call in most of them.
  for (let year = 2026; year > 2006; year -= 1) {
    const said = [year % 3 === 0 ? 'Nothing.' : 'The crown, please.'];
    const id = await plantCall(database, { at: `${year}-03-05T10:00:00Z`, said });
    if (said[0] !== 'Nothing.') crowns.push(id);
  }
  await writeDocuments(database);
  await run(
    database,
    `insert into calls (tenant_id, id, agent_id, carrier, direction, from_number, to_number, status, engine, created_at)
     select 'many', (overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0)
         || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       'kuzco', 'lab', case when n % 3000 = 1 then 'inbound' else 'outbound' end, '+12025550100', '+12025550101',
       'completed', 'relay', at
     from generate_series(1, 9500) as n, lateral (select '2026-01-01Z'::timestamptz + n * interval '1 minute' as at) as made`,
  );
  const rows = await run(
    database,
    "select id from calls where tenant_id = 'many' and direction = 'inbound' order by id desc",
  );
  inbound.push(...rows.map(({ id }) => String(id)));
});
afterAll(() => testDatabase.drop());

async function all(search: CallSearch, tenant: string, filters: CallFilters, limit: number) {
  const ids: string[] = [];
  const steps: ('next' | 'older')[] = [];
  for (let after: string | undefined; ; ) {
    const page = await search.find(tenant, { filters, limit, after, timeZone: 'UTC' });
    expect(page.hits.length).toBeLessThanOrEqual(limit);
    ids.push(...page.hits.map(({ call }) => call._id));
    expect(page.next === null || page.older === null).toBe(true);
    const place = page.next ?? page.older;
    if (place === null) return { ids, steps };
    if (after !== undefined) expect(place < after).toBe(true);
    steps.push(page.next === null ? 'older' : 'next');
    after = place;
  }
}

test('SE6: a search that stops for time goes on from there and leaves nothing out', async () => {
  const { ids, steps } = await all(createCallSearch(database, 0), 'one', { q: 'crown' }, 40);
  expect(ids).toEqual(crowns);
  expect(steps).toContain('older');
});

test('SE6: with time enough it does not stop, and its pages follow each other', async () => {
  const search = createCallSearch(database, 60_000);
  expect(await all(search, 'one', { q: 'crown' }, 40)).toEqual({ ids: crowns, steps: [] });
  const pages = await all(search, 'one', { q: 'crown' }, 3);
  expect(pages).toEqual({ ids: crowns, steps: Array(4).fill('next') });
});

test('SE6: filters that go through the calls themselves stop and go on as well', async () => {
  expect(inbound).toHaveLength(4);
  const stopped = await all(createCallSearch(database, 0), 'many', { direction: 'inbound' }, 40);
  expect(stopped).toEqual({ ids: inbound, steps: ['older', 'older'] });
  const whole = await all(createCallSearch(database, 60_000), 'many', { direction: 'inbound' }, 40);
  expect(whole).toEqual({ ids: inbound, steps: [] });
  const ones = await all(createCallSearch(database, 60_000), 'many', { direction: 'inbound' }, 1);
  expect(ones.ids).toEqual(inbound);
});

test('SE6: a week with thousands of calls that wait for their documents is walked without gaps', async () => {
  const { ids, steps } = await all(createCallSearch(database, 60_000), 'many', { agent: ['kuzco'] }, 100);
  expect(ids).toHaveLength(9500);
  expect(new Set(ids).size).toBe(9500);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(steps).toContain('next');
});

test('SE6: calls of a week with too many that fit are gone through in steps of so many, whatever is in them', async () => {
  const sizes: number[] = [];
  const found: string[] = [];
  let before: string | null = afterAllCalls;
  while (before !== null) {
    const step = await byCallsInTurn(database, 'one', "'#crown':*", { before, oldest: beforeAllCalls }, 7);
    const between = [before, step.reached ?? beforeAllCalls];
    const [row] = await run(
      database,
      "select count(*)::int as count from calls where tenant_id = 'one' and id < $1 and id >= $2",
      between,
    );
    sizes.push(Number(row?.count));
    found.push(...step.ids);
    before = step.reached;
  }
  expect(sizes).toEqual([7, 7, 6]);
  expect(found).toEqual(crowns);
});

test('SE6: in such steps calls that wait for their documents are candidates, too', async () => {
  const bounds = { before: afterAllCalls, oldest: beforeAllCalls };
  const { ids, reached } = await byCallsInTurn(database, 'many', "'#nothing'", bounds, 500);
  expect(ids).toHaveLength(500);
  expect(reached).toBe(ids.at(-1));
  const rest = await byCallsInTurn(database, 'many', "'#nothing'", { ...bounds, before: reached ?? '' }, 500);
  expect([...ids, ...rest.ids]).toEqual([...new Set([...ids, ...rest.ids])].sort().reverse());
});

test('SE6: a week whose statement does not end in time is searched all the same, and nothing is left out', async () => {
  let ended = 0;
  const endless: Database = {
    ...database,
    readForTenant: async (tenantId, statements) => {
      const sent = statements.map((each) =>
        each.text.includes('search_calls') ? { text: 'select pg_sleep(3600)', values: [] } : each,
      );
      try {
        return (await database.readForTenant(tenantId, sent)) as never;
      } catch (error) {
        ended += 1;
        throw error;
      }
    },
  };
  const { ids } = await all(createCallSearch(endless, 0), 'one', { q: 'crown' }, 40);
  expect(ids).toEqual(crowns);
  expect(ended).toBeGreaterThan(0);
  // The limit of time was that of the one transaction.
  const [[row]] = await database.readForTenant('one', [{ text: 'show statement_timeout', values: [] }]);
  expect(row).toEqual(['0']);
});
