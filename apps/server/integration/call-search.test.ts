import type { CallFilters } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallSearch } from '../src/adapters/postgres/call-search/search.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { openTransaction } from '../src/adapters/postgres/open-transaction.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import type { CallSearch } from '../src/ports/call-search.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type PlantedCall, plantCall, run, writeDocuments } from '../testing/searched-calls.ts';

/** On a busy machine a search may take longer than people wait. */
const unhurried = 60_000;

let testDatabase: TestDatabase;
let database: Database;
let search: CallSearch;
const ids: Record<string, string> = {};
const template = '019a8b5e-6c00-7000-8000-0000000000aa';
const contact = '019a8b5e-6c00-7000-8000-0000000000bb';

const outcome = (values: Record<string, unknown>) =>
  JSON.stringify({
    values: Object.entries(values).map(([field, value]) => ({ field, value, proof: {} })),
  });

const planted: Record<string, PlantedCall> = {
  crown: {
    at: '2026-10-13T10:00:00Z',
    said: ['Hello, this is GS Dental.', 'Is my crown ready? I was crowned king.', 'Yes, at 10:30.'],
  },
  children: {
    at: '2026-09-20T10:00:00Z',
    number: '+442079460958',
    said: ['Do you treat children?', 'My root canal hurts.'],
    columns: { direction: 'inbound', from_number: '+442079460958', to_number: '+15005550006', duration: 300 },
  },
  summary: {
    at: '2026-08-02T21:30:00Z',
    number: '+12025550177',
    columns: { summary: 'The patient **confirmed** the bridge.', outcome_result: 'reached' },
  },
  instructions: {
    at: '2026-07-04T10:00:00Z',
    number: '+12025550188',
    columns: {
      instructions: 'Remind Señor Núñez of the whitening.',
      status: 'no-answer',
      reason: 'no_answer',
      duration: null,
      template_id: template,
      placed_by: 'kit',
    },
  },
  kuzco: {
    at: '2026-06-01T10:00:00Z',
    number: '+4930123456',
    said: ['Ich hätte gern zwei Häuser, eine Behandlung und die Kronen.'],
    columns: {
      agent_id: 'kuzco',
      agent_version: 3,
      carrier: 'twilio',
      outcome: outcome({ confirmed: true, day: 'Tuesday' }),
    },
  },
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  search = createCallSearch(database, unhurried);
  for (const tenant of ['one', 'two']) {
    await createAgentStore(database).createTenant({ id: tenant, name: tenant }, starterAgents);
  }
  await run(database, "update agents set language = 'de-DE' where id = 'kuzco'");
  for (const [name, call] of Object.entries(planted)) {
    ids[name] = await plantCall(database, call);
    await plantCall(database, { ...call, tenant: 'two' });
  }
  await run(
    database,
    `insert into contacts (tenant_id, id, number, name, name_key, notes, agent_notes, source)
     values ('one', $1, '+12025550177', 'Ada Weber', 'ada weber', 'Pays by invoice.', 'Prefers mornings.', 'hand')`,
    [contact],
  );
  await run(
    database,
    `insert into follow_ups (tenant_id, id, source_key, reason, call_id, what, note, due_at)
     values ('one', $1, 'k', 'call_back', $2, 'Send the estimate', 'Asked twice about veneers', now())`,
    [template, ids.crown],
  );
});
afterAll(() => testDatabase.drop());

const find = (filters: CallFilters, page: { limit?: number; after?: string } = {}) =>
  search.find('one', { filters, limit: 40, after: undefined, timeZone: 'America/New_York', ...page });
const namesOf = (found: { hits: { call: { _id: string } }[] }) =>
  found.hits.map(({ call }) => Object.keys(ids).find((name) => ids[name] === call._id) ?? call._id);

const everything = Object.keys(planted);
const searches: [search: string, calls: string[], where?: string][] = [
  ['crown', ['crown'], 'transcript'],
  ['CROWN', ['crown'], 'transcript'],
  ['crow', ['crown'], 'transcript'],
  ['crowns', ['crown'], 'transcript'],
  ['rown', []],
  ['child', ['children'], 'transcript'],
  ['treating', ['children'], 'transcript'],
  ['bridges confirm', ['summary'], 'summary'],
  ['nunez', ['instructions'], 'instructions'],
  ['whitening señor', ['instructions'], 'instructions'],
  ['haus', ['kuzco'], 'transcript'],
  ['krone', ['kuzco'], 'transcript'],
  ['Behandlungen', ['kuzco'], 'transcript'],
  ['"root canal"', ['children'], 'transcript'],
  ['"canal root"', []],
  ['"crown ready"', ['crown'], 'transcript'],
  ['"crown rea', ['crown'], 'transcript'],
  ['10:30', ['crown'], 'transcript'],
  ['dental crown', ['crown'], 'transcript'],
  ['crown children', []],
  ['0958', ['children'], 'number'],
  ['020 7946 0958', ['children'], 'number'],
  ['+44 (0) 20', []],
  ['7946-0958', ['children'], 'number'],
  ['(202) 555-0177', ['summary'], 'number'],
  ['202555', ['crown', 'summary', 'instructions'], 'number'],
  ['030 123456', ['kuzco'], 'number'],
  ['crown 0123', ['crown'], 'transcript'],
  ['crown 0177', []],
  ['ada', ['summary'], 'name'],
  ['weber 0177', ['summary'], 'name'],
  ['invoice', ['summary'], 'note'],
  ['mornings', ['summary'], 'note'],
  ['veneer', ['crown'], 'note'],
  ['estimate', ['crown'], 'note'],
  ["crown' | 'x", []],
  ["'", []],
  ['#', []],
  ['\\', []],
  ['   ', everything],
];

const filterCases: [CallFilters, string[]][] = [
  [{}, everything],
  [{ status: ['no-answer', 'busy'] }, ['instructions']],
  [{ reason: ['no_answer'] }, ['instructions']],
  [{ direction: 'inbound' }, ['children']],
  [{ agent: ['kuzco'] }, ['kuzco']],
  [{ agent: ['kuzco'], version: [3] }, ['kuzco']],
  [{ agent: ['kuzco'], version: [1, 2] }, []],
  [{ from: '2026-08-02', to: '2026-09-20' }, ['children', 'summary']],
  [{ to: '2026-06-01' }, ['kuzco']],
  [{ from: '2026-10-14' }, []],
  [{ shortest: 43 }, ['children']],
  [{ longest: 42 }, ['crown', 'summary', 'kuzco']],
  [{ field: 'confirmed', value: 'true' }, ['kuzco']],
  [{ field: 'day', value: 'tuesday' }, ['kuzco']],
  [{ field: 'day', value: 'Monday' }, []],
  [{ result: ['reached'] }, ['summary']],
  [{ template: [template] }, ['instructions']],
  [{ contact }, ['summary']],
  [{ placedBy: ['kit'] }, ['instructions']],
  [{ sandbox: 'no' }, ['kuzco']],
  [{ sandbox: 'yes', direction: 'outbound' }, ['crown', 'summary', 'instructions']],
  [{ q: 'crown', status: ['completed'], agent: ['gs-dental'], from: '2026-10-13' }, ['crown']],
  [{ q: 'crown', status: ['busy'] }, []],
  [{ q: 'crown', direction: 'inbound' }, []],
  [{ q: '0177', contact, result: ['reached', 'partly'], shortest: 10, longest: 60 }, ['summary']],
];

// The same answers, whether the texts of calls are read or their documents.
describe.each(['calls without documents', 'documents'])('%s', (state) => {
  beforeAll(async () => {
    if (state === 'documents') {
      expect(await writeDocuments(database)).toBe(everything.length * 2);
      expect(await run(database, 'select * from call_search_due')).toEqual([]);
    }
  });

  test.each(searches)('SE1–SE5: %s', async (q, names, where) => {
    const found = await find({ q });
    expect(namesOf(found)).toEqual(names);
    if (where) expect(found.hits[0]?.hit).toMatchObject({ where });
    expect(found).toMatchObject({ next: null, older: null });
  });

  test.each(filterCases)('SE7: %j', async (filters, names) => {
    expect(namesOf(await find(filters))).toEqual(names);
  });

  test('SE4: a call is found by its id and by the beginning of it', async () => {
    const id = ids.summary ?? '';
    for (const q of [id, id.toUpperCase(), id.slice(0, 18)]) {
      const found = await find({ q });
      expect(namesOf(found)).toEqual(['summary']);
      expect(found.hits[0]?.hit).toEqual({ where: 'id', parts: [{ text: id, marked: true }] });
    }
    expect(namesOf(await find({ q: '019a8b5e-ffff-7000-8000-000000000001' }))).toEqual([]);
  });

  test('SE6: pages follow each other without gaps or duplicates', async () => {
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await find({ status: ['completed'] }, { limit: 1, ...(after && { after }) });
      seen.push(...namesOf(page));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(['crown', 'children', 'summary', 'kuzco']);
  });
});

test('SE7: the day begins in the time zone of the organization', async () => {
  const at = (timeZone: string) =>
    search.find('one', { filters: { from: '2026-08-03' }, limit: 40, after: undefined, timeZone });
  expect(namesOf(await at('America/New_York'))).not.toContain('summary');
  expect(namesOf(await at('Europe/Berlin'))).not.toContain('summary');
  expect(namesOf(await at('Asia/Tokyo'))).toContain('summary');
});

test('SE7: a correction counts instead of the value that was read', async () => {
  const correct = (value: string) =>
    database.forTenant('one', (tx) =>
      openTransaction(tx).executeSql(
        `insert into outcome_corrections (tenant_id, call_id, field_id, value) values ('one', $1, 'day', $2)
         on conflict (tenant_id, call_id, field_id) do update set value = excluded.value`,
        [ids.kuzco, value],
      ),
    );
  await correct('"Monday"');
  for (const write of [false, true]) {
    if (write) await writeDocuments(database);
    expect(namesOf(await find({ field: 'day', value: 'Monday' }))).toEqual(['kuzco']);
    expect(namesOf(await find({ field: 'day', value: 'Tuesday' }))).toEqual([]);
  }
  await correct('null');
  await writeDocuments(database);
  expect(namesOf(await find({ field: 'day', value: 'Monday' }))).toEqual([]);
});
