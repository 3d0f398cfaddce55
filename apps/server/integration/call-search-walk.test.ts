import type { CallFilters } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallSearch } from '../src/adapters/postgres/call-search/search.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { CallSearch } from '../src/ports/call-search.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { plantCall, run, writeDocuments } from '../testing/searched-calls.ts';

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
  const { ids, steps } = await all(createCallSearch(database, 0), 'many', { agent: ['kuzco'] }, 100);
  expect(ids).toHaveLength(9500);
  expect(new Set(ids).size).toBe(9500);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(steps).toContain('next');
});

test.each([
  // The steps grow as long as there is time for them.
  { secondsOfStep: 10, looked: 60 + 120 + 240 + 7 * 400 },
  // The last is smaller than the first.
  { secondsOfStep: 40, looked: 60 + 90 + 45 },
  { secondsOfStep: 95, looked: 60 },
])(
  'SE6: in 100 s with steps of $secondsOfStep s it looks at $looked calls',
  async ({ secondsOfStep, looked }) => {
    let ms = 0;
    const time = () => {
      ms += secondsOfStep * 1_000;
      return ms;
    };
    const search = createCallSearch(database, 100_000 + secondsOfStep * 1_000, time);
    const found = await search.find('many', {
      filters: { q: 'crown' },
      limit: 40,
      after: undefined,
      timeZone: 'UTC',
    });
    expect(found).toMatchObject({ hits: [], next: null });
    const [row] = await run(
      database,
      `select count(*)::int as count from calls where tenant_id = 'many' and id >= '${found.older}'`,
    );
    expect(row).toEqual({ count: looked });
  },
);
