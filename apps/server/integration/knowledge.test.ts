import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createKnowledgeQuestions } from '../src/adapters/postgres/knowledge-questions.ts';
import { createKnowledgeSearch } from '../src/adapters/postgres/knowledge-search.ts';
import type {
  Knowledge,
  KnowledgeEntry,
  KnowledgeQuestions,
  KnowledgeSearch,
} from '../src/ports/knowledge.ts';
import { knowledgeOf } from '../src/ports/knowledge-of.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { manyEntries, nameOf, practiceEntries } from '../testing/knowledge/entries.ts';

let test_: TestDatabase;
let database: Database;
let search: KnowledgeSearch;
let questions: KnowledgeQuestions;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  search = createKnowledgeSearch(database);
  questions = createKnowledgeQuestions(database);
  await database.asSystem((tx) =>
    tx.execute(sql`insert into tenants (id, name) values ('one', 'One'), ('two', 'Two')`),
  );
});
afterAll(() => test_.drop());

function known(entries: readonly KnowledgeEntry[], language = 'en-US'): Knowledge {
  const knowledge = knowledgeOf(entries, language);
  if (!knowledge) throw new Error('There are no entries.');
  return knowledge;
}

const entry = (id: string, title: string, text: string): KnowledgeEntry => ({ id, title, text });
const ids = (found: readonly KnowledgeEntry[]) => found.map(({ id }) => id);

async function count(table: 'knowledge_sets' | 'knowledge_entries', tenantId: string): Promise<number> {
  const { rows } = await database.forTenant(tenantId, (tx) =>
    tx.execute(sql`select count(*)::int as n from ${sql.raw(table)}`),
  );
  return Number(rows[0]?.n);
}

describe('KN3: full text search', () => {
  test.each([
    ['Are you open on Fridays?', ['hours']],
    ['Do you accept Delta Dental?', ['insurance']],
    ['Where can I park?', ['parking']],
    ['How much is a cleaning for children?', ['cleaning']],
    ['What is the price?', ['cleaning']],
    ['When does the moon rise over Jupiter?', []],
    ['', []],
    ["'); drop table calls; -- & | ! <-> :* \\ ' \"", []],
  ])('"%s" finds %j', async (question, wanted) => {
    expect(ids(await search.find('one', known(practiceEntries), question))).toEqual(wanted);
  });

  test.each([
    ['es-ES', 'Horarios', 'Abrimos los lunes.', '¿Qué horario tienen?'],
    ['de-DE', 'Parkplätze', 'Hinter dem Haus.', 'Gibt es einen Parkplatz?'],
    ['fr-FR', 'Remboursements', 'Sous dix jours.', 'Comment être remboursé ?'],
    ['pt-BR', 'Estacionamento', 'Atrás do prédio.', 'Tem estacionamento?'],
  ])(
    'in %s a word is found in another form, where the language is known',
    async (language, title, text, question) => {
      const knowledge = known([entry('wanted', title, text), ...practiceEntries], language);
      expect(ids(await search.find('one', knowledge, question))).toEqual(['wanted']);
    },
  );

  test('a word in a title weighs more than one in a text', async () => {
    const knowledge = known([
      ...manyEntries(20),
      entry('text', 'Children', 'For braces ask the desk about an appointment.'),
      entry('title', 'Braces', 'From the age of nine.'),
    ]);
    expect(ids(await search.find('one', knowledge, 'What about braces?'))[0]).toBe('title');
  });

  test('of 200 entries the one that the question is about is found, and at most three are', async () => {
    const knowledge = known(manyEntries(200));
    for (const index of [0, 57, 199]) {
      const found = await search.find('one', knowledge, `How long does treatment ${nameOf(index)} take?`);
      expect(found[0]?.id).toBe(`entry-${index}`);
    }
    expect(await search.find('one', knowledge, 'Treatment by your team')).toHaveLength(3);
  });
});

describe('KN4: the rows', () => {
  test('are made once for equal knowledge, also by several servers at once', async () => {
    const knowledge = known([entry('a', 'Fees', 'Ten dollars.')]);
    const before = {
      sets: await count('knowledge_sets', 'one'),
      entries: await count('knowledge_entries', 'one'),
    };
    const servers = Array.from({ length: 5 }, () => createKnowledgeSearch(database));
    await Promise.all(servers.map((server) => server.prepare('one', structuredClone(knowledge))));
    expect(await count('knowledge_sets', 'one')).toBe(before.sets + 1);
    expect(await count('knowledge_entries', 'one')).toBe(before.entries + 1);
  });

  test('that are gone are made again when they are needed', async () => {
    const knowledge = known([entry('a', 'Refunds', 'Within ten days.')]);
    await search.prepare('one', knowledge);
    await database.asSystem((tx) =>
      tx.execute(sql`delete from knowledge_sets where digest = ${knowledge.digest}`),
    );
    const afterRestart = createKnowledgeSearch(database);
    expect(ids(await afterRestart.find('one', knowledge, 'How do refunds work?'))).toEqual(['a']);
  });

  test('that nobody has used for long are removed, the others stay', async () => {
    const [unused, used] = [known([entry('a', 'Old', 'x')]), known([entry('a', 'New', 'x')])];
    await search.prepare('two', unused);
    await search.prepare('two', used);
    await database.asSystem((tx) =>
      tx.execute(
        sql`update knowledge_sets set used_at = now() - interval '31 days' where digest = ${unused.digest}`,
      ),
    );
    expect(await search.removeUnused(new Date(Date.now() - 30 * 86_400_000))).toBe(1);
    expect(await count('knowledge_entries', 'two')).toBe(1);
  });
});

test('KN4: rows that only tries have needed are removed after a day, others with the same entries stay', async () => {
  const [tried, both] = [known([entry('a', 'Tried', 'x')]), known([entry('a', 'Both', 'x')])];
  await search.prepare('two', tried, { forTry: true });
  await search.find('two', tried, 'Tried?');
  await search.prepare('two', both, { forTry: true });
  await search.prepare('two', both);
  await search.prepare('two', both, { forTry: true });
  await database.asSystem((tx) =>
    tx.execute(sql`update knowledge_sets set used_at = now() - interval '25 hours'`),
  );
  await search.removeUnused(new Date(Date.now() - 24 * 60 * 60_000), { ofTries: true });
  const { rows } = await database.asSystem((tx) =>
    tx.execute<{ digest: string }>(
      sql`select digest from knowledge_sets where digest in (${tried.digest}, ${both.digest})`,
    ),
  );
  expect(rows).toEqual([{ digest: both.digest }]);
});

test('KN10: once its rows are there, a question takes one round trip', async () => {
  const trips: string[] = [];
  const counting: Database = {
    ...database,
    asSystem: (work) => {
      trips.push('transaction');
      return database.asSystem(work);
    },
    systemRows: (statement) => {
      trips.push('statement');
      return database.systemRows(statement);
    },
  };
  const knowledge = known([entry('fees', 'Fees', 'Twelve dollars.')]);
  const server = createKnowledgeSearch(counting);
  await server.prepare('one', knowledge);
  trips.length = 0;
  expect(ids(await server.find('one', knowledge, 'What are the fees?'))).toEqual(['fees']);
  expect(trips).toEqual(['statement']);
});

test('KN9: the same question of another organization finds its own entries only', async () => {
  const [one, two] = [
    known([entry('one', 'Parking', 'Behind the house.')]),
    known([entry('two', 'Parking', 'On the roof.')]),
  ];
  await search.prepare('one', one);
  await search.prepare('two', two);
  expect(ids(await search.find('two', two, 'Is there parking?'))).toEqual(['two']);
  // Even with the digest of the other one: the tenant is part of the key.
  const rows = await database.forTenant('two', (tx) =>
    tx.execute(sql`select title from knowledge_entries where digest = ${one.digest}`),
  );
  expect(rows.rows).toEqual([]);
});

describe('KN8: questions', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 10, minute));

  async function call(tenantId: string, agentId: string, mode: 'live' | 'try' = 'live'): Promise<string> {
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`
        insert into calls (tenant_id, id, agent_id, carrier, direction, status, engine, mode)
        values (${tenantId}, gen_random_uuid(), ${agentId}, 'lab', 'inbound', 'completed', 'relay', ${mode})
        returning id`),
    );
    return String(rows[0]?.id);
  }

  test('without an entry are listed once for all calls, the latest first, until they are dismissed', async () => {
    const [first, second, tried] = [
      await call('one', 'ada'),
      await call('one', 'ada'),
      await call('one', 'ada', 'try'),
    ];
    const add = (callId: string, question: string, minute: number, entries: KnowledgeEntry[] = []) =>
      questions.add({ tenantId: 'one', callId }, { question, entries, at: at(minute) });
    await add(first, 'Do you treat dogs?', 1);
    await add(first, 'Is there parking?', 2, [entry('parking', 'Parking', '')]);
    await add(second, 'do you treat dogs?', 3);
    await add(second, 'Who is the owner?', 4);
    await add(tried, 'Only a try?', 5);
    const listed = await questions.unanswered('one', 'ada', 10);
    expect(listed.map(({ question, calls, lastCallId }) => ({ question, calls, lastCallId }))).toEqual([
      { question: 'Who is the owner?', calls: 1, lastCallId: second },
      { question: 'do you treat dogs?', calls: 2, lastCallId: second },
    ]);
    expect(await questions.unanswered('one', 'ada', 1)).toHaveLength(1);
    expect(await questions.unanswered('one', 'berta', 10)).toEqual([]);
    expect(await questions.unanswered('two', 'ada', 10)).toEqual([]);

    const dogs = listed[1]?.id ?? '';
    expect(await questions.dismiss('two', 'ada', dogs, 'user')).toBe(false);
    expect(await questions.dismiss('one', 'berta', dogs, 'user')).toBe(false);
    expect(await questions.dismiss('one', 'ada', 'no-uuid', 'user')).toBe(false);
    expect(await questions.unanswered('one', 'ada', 10)).toHaveLength(2);
    expect(await questions.dismiss('one', 'ada', dogs, 'user')).toBe(true);
    expect(await questions.dismiss('one', 'ada', dogs, 'user')).toBe(false);
    expect((await questions.unanswered('one', 'ada', 10)).map(({ question }) => question)).toEqual([
      'Who is the owner?',
    ]);
  });

  test('KN6: go with their call, and a call that is gone takes none', async () => {
    const callId = await call('one', 'cleo');
    await questions.add({ tenantId: 'one', callId }, { question: 'Why?', entries: [], at: at(1) });
    await database.asSystem((tx) => tx.execute(sql`delete from calls where id = ${callId}`));
    await questions.add({ tenantId: 'one', callId }, { question: 'Why?', entries: [], at: at(2) });
    expect(await questions.unanswered('one', 'cleo', 10)).toEqual([]);
  });
});
