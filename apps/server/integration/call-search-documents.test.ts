import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAgentStore } from '../src/adapters/postgres/agent-store.ts';
import { createCallDocuments } from '../src/adapters/postgres/call-search/documents.ts';
import { createCallSearch } from '../src/adapters/postgres/call-search/search.ts';
import { createCallStore } from '../src/adapters/postgres/call-store.ts';
import { createRetentionStore } from '../src/adapters/postgres/data/retention.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { openTransaction } from '../src/adapters/postgres/open-transaction.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { createTranscriptStore } from '../src/adapters/postgres/transcript-store.ts';
import { starterAgents } from '../src/features/agents/starter-agents.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { plantCall, run, settleDue, writeDocuments, writeDue } from '../testing/searched-calls.ts';

/** On a busy machine a search may take longer than people wait. */
const unhurried = 60_000;

let testDatabase: TestDatabase;
let database: Database;
let id: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await testDatabase.open();
  await createAgentStore(database).createTenant({ id: 'one', name: 'One' }, starterAgents);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await run(database, 'delete from calls');
  await run(database, 'delete from contacts');
  await run(database, 'delete from call_search_due');
  id = await plantCall(database, { said: ['The crown of Bert Brecht, +1 202 555 0199.'] });
  await writeDocuments(database);
});

const found = async (q: string) => {
  const search = createCallSearch(database, unhurried);
  const page = await search.find('one', { filters: { q }, limit: 40, after: undefined, timeZone: 'UTC' });
  return page.hits.map(({ call }) => call._id);
};
const documents = async () => (await run(database, 'select call_id from call_search')).length;
const due = async () =>
  (await run(database, 'select distinct call_id from call_search_due')).map((row) => String(row.call_id));
const asTenant = (text: string, values: unknown[] = []) =>
  database.forTenant('one', (tx) => openTransaction(tx).executeSql(text, values));

test('SE12: a call that is over has one document, and is no longer due', async () => {
  expect(await documents()).toBe(1);
  expect(await due()).toEqual([]);
  expect(await found('crown')).toEqual([id]);
});

test('SE12: while a call changes, and for five seconds afterwards, no document is written', async () => {
  await asTenant("update calls set summary = 'A bridge.'");
  expect(await createCallDocuments(database).writeSome(null)).toEqual({ next: null, written: 0, failed: [] });
  expect(await due()).toEqual([id]);
  expect(await found('bridge')).toEqual([id]);
  await writeDocuments(database);
  expect(await documents()).toBe(1);
  expect(await found('bridge')).toEqual([id]);
});

test('SE12: two servers write each document once', async () => {
  for (let n = 0; n < 120; n += 1) await plantCall(database, { said: ['More.'] });
  await settleDue(database);
  const written = await Promise.all([writeDue(database), writeDue(database)]);
  // Whoever comes second leaves it to the other one.
  const later = await writeDue(database);
  expect(written.reduce((sum, n) => sum + n, later)).toBe(120);
  expect(await documents()).toBe(121);
  expect(await due()).toEqual([]);
});

test('SE12: one failing document does not stop its batch, and its call is found by its texts', async () => {
  const bad = await plantCall(database, { said: ['My implant.'] });
  const good = await plantCall(database, { said: ['My bridge.'] });
  const owner = new pg.Client(testDatabase.owner);
  await owner.connect();
  try {
    await owner.query(`alter table call_search add constraint refused check (call_id <> '${bad}')`);
    await settleDue(database);
    const { written, failed } = await createCallDocuments(database).writeSome(null);
    expect({ written, failed: failed.map(({ callId }) => callId) }).toEqual({ written: 1, failed: [bad] });
    expect(await due()).toEqual([bad]);
    expect([await found('implant'), await found('bridge')]).toEqual([[bad], [good]]);
    // Not at once, so that it does not fill the log.
    expect(await createCallDocuments(database).writeSome(null)).toEqual({
      next: null,
      written: 0,
      failed: [],
    });
  } finally {
    await owner.query('alter table call_search drop constraint refused');
    await owner.end();
  }
  expect(await writeDocuments(database)).toBe(1);
  expect([await documents(), await due()]).toEqual([3, []]);
});

test('SE8: a call is found by what was said until now, while it is live and afterwards', async () => {
  const live = await plantCall(database, { columns: { status: 'in-progress' } });
  const transcripts = createTranscriptStore(database);
  const say = (ordinal: number, message: string) =>
    transcripts.write(
      { tenantId: 'one', callId: live },
      { ordinal, speaker: 'user', message, spokenAt: new Date(), interrupted: false },
      false,
    );
  await say(0, 'I would like ven');
  expect(await found('veneers')).toEqual([]);
  await say(0, 'I would like veneers.');
  expect(await found('veneers')).toEqual([live]);
  expect(await writeDocuments(database)).toBe(0);
  expect(await found('veneers')).toEqual([live]);
  await asTenant("update calls set status = 'completed' where id = $1", [live]);
  expect(await found('veneers')).toEqual([live]);
  expect(await writeDocuments(database)).toBe(1);
  expect(await found('veneers')).toEqual([live]);
  await say(1, 'And whitening.');
  expect(await found('whitening')).toEqual([live]);
});

test('SE12: an entry that is being added holds back the document of its call', async () => {
  await run(database, 'delete from call_search');
  await run(database, "insert into call_search_due (tenant_id, call_id) values ('one', $1)", [id]);
  let written = -1;
  await database.asSystem(async (tx) => {
    await openTransaction(tx).executeSql(
      `insert into transcript_entries (tenant_id, call_id, ordinal, speaker, message, spoken_at)
       values ('one', $1, 9, 'user', 'Late words.', now())`,
      [id],
    );
    written = await writeDocuments(database);
  });
  expect(written).toBe(0);
  await writeDocuments(database);
  expect(await found('late')).toEqual([id]);
});

const contact = (name: string, number: string) =>
  `insert into contacts (tenant_id, id, number, name, name_key, source)
   values ('one', '${contactId}', '${number}', '${name}', '${name.toLowerCase()}', 'hand')`;
const contactId = '019a8b5e-6c00-4000-8000-000000000001';
const followUp = `
  insert into follow_ups (tenant_id, id, source_key, reason, call_id, what, due_at)
  select 'one', gen_random_uuid(), gen_random_uuid()::text, 'call_back', id, 'Ask about the implant', now() from calls`;

describe.each([
  ['entries are removed', 'delete from transcript_entries'],
  ['an entry is changed', "update transcript_entries set message = 'Nothing.'"],
  ['a contact is removed', 'delete from contacts'],
  ['a contact is changed', "update contacts set name = 'Eva'"],
  ['a follow-up is changed', "update follow_ups set what = 'Nothing.'"],
])('while %s', (_, change) => {
  test('SE10: no document is made of what the call had before', async () => {
    await asTenant(contact('Ida Implant', '+12025550123'));
    await asTenant(followUp);
    let written = -1;
    await database.forTenant('one', async (tx) => {
      await openTransaction(tx).executeSql(change);
      written = await writeDocuments(database);
    });
    expect([written, await documents()]).toEqual([0, 0]);
    expect(await writeDocuments(database)).toBe(1);
  });
});

test('SE10: a contact that was chosen for a call is found by its names, whatever number it has now', async () => {
  await asTenant(contact('Ida Implant', '+12025550177'));
  await asTenant(`update calls set contact_id = '${contactId}'`);
  await writeDocuments(database);
  expect(await found('ida')).toEqual([id]);
  await asTenant("update contacts set name = 'Eva Implant'");
  expect(await documents()).toBe(0);
  await writeDocuments(database);
  expect(await found('eva')).toEqual([id]);
  await asTenant('delete from contacts');
  expect(await documents()).toBe(0);
});

test('SE8: a deleted call has no document, and a new one when it is brought back', async () => {
  await asTenant(contact('Ida Implant', '+12025550123'));
  await writeDocuments(database);
  const store = createCallStore(database, { send: async () => {} });
  await store.remove('one', id, 'kit');
  expect(await documents()).toBe(0);
  await asTenant("update transcript_entries set message = 'A bridge.'");
  await asTenant("update contacts set name = 'Eva Implant'");
  expect([await writeDocuments(database), await due()]).toEqual([0, []]);
  await store.restore('one', id, 'kit');
  await writeDocuments(database);
  expect(await documents()).toBe(1);
  for (const q of ['eva', 'bridge']) expect(await found(q)).toEqual([id]);
});

test('SE12: a long word of characters outside the basic plane stops no document', async () => {
  const long = await plantCall(database, { said: [`a${'\u{20000}'.repeat(40)} and veneers`] });
  expect(await writeDocuments(database)).toBe(1);
  expect(await found('veneers')).toEqual([long]);
  expect(await found(`a${'\u{20000}'.repeat(35)}`)).toEqual([long]);
});

test('SE2: a call is found by the forms of the language in which its agent spoke, whatever that speaks now', async () => {
  await run(database, "update agents set language = 'de-DE' where id = 'gs-dental'");
  try {
    await run(database, "update calls set summary = 'They were coming.'");
    expect(await found('come')).toEqual([id]);
    await writeDocuments(database);
    expect(await found('come')).toEqual([id]);
  } finally {
    await run(database, "update agents set language = 'en-US' where id = 'gs-dental'");
  }
});

const changes: [string, string, string][] = [
  ['instructions', "update calls set instructions = 'Ask about the implant.'", 'implant'],
  ['the summary', "update calls set summary = 'An implant.'", 'implant'],
  ['an entry', "update transcript_entries set message = 'My implant.'", 'implant'],
  [
    'a contact',
    `insert into contacts (tenant_id, id, number, name, name_key, source)
     values ('one', gen_random_uuid(), '+12025550123', 'Ida Implant', 'ida implant', 'hand')`,
    'implant',
  ],
  ['a follow-up', followUp, 'implant'],
];

describe.each(changes)('a change of %s', (_, change, word) => {
  test('SE10: is found at once, and removes the document in its transaction', async () => {
    expect(await found(word)).toEqual([]);
    await asTenant(change);
    expect(await documents()).toBe(0);
    expect(await due()).toEqual([id]);
    expect(await found(word)).toEqual([id]);
    await writeDocuments(database);
    expect(await found(word)).toEqual([id]);
    expect(await due()).toEqual([]);
  });
});

test('SE10: a name that a contact no longer has finds nothing', async () => {
  await asTenant(
    `insert into contacts (tenant_id, id, number, name, name_key, source)
     values ('one', gen_random_uuid(), '+12025550123', 'Ida Implant', 'ida implant', 'hand')`,
  );
  await writeDocuments(database);
  expect(await found('ida')).toEqual([id]);
  await asTenant("update contacts set name = 'Eva Implant'");
  expect(await documents()).toBe(0);
  expect(await found('ida')).toEqual([]);
  expect(await found('eva')).toEqual([id]);
  await asTenant('delete from contacts');
  expect(await found('eva')).toEqual([]);
});

test('SE10: what was erased is in no document from that transaction on', async () => {
  const erased = await plantCall(database, { number: '+12025550199', said: ['I am Bert.'] });
  await asTenant(
    `insert into contacts (tenant_id, id, number, name, name_key, source)
     values ('one', gen_random_uuid(), '+12025550199', 'Bert Brecht', 'bert brecht', 'hand')`,
  );
  await writeDocuments(database);
  expect(await found('brecht')).toHaveLength(2);
  const data = createPersonalData(database, () => '#digest');
  await data.erase('one', { kind: 'number', number: '+12025550199' }, 'kit');
  const words = await run(
    database,
    "select call_id from call_search where words::text like '%brecht%' or words::text like '%5550199%'",
  );
  expect(words).toEqual([]);
  for (const q of ['brecht', '0199', 'bert']) expect(await found(q)).toEqual([]);
  expect(await found('crown')).toEqual([id]);
  expect(await run(database, 'select id from calls where id = $1', [erased])).toEqual([]);
  await writeDocuments(database);
  expect(await due()).toEqual([]);
  expect(await found('brecht')).toEqual([]);
});

test('SE10: words of a transcript that retention removes are in no document', async () => {
  const retention = createRetentionStore(database);
  expect(await retention.removeTranscripts('one', new Date('2027-01-01'), 10, null)).toMatchObject({
    calls: 1,
  });
  expect(await documents()).toBe(0);
  expect(await found('crown')).toEqual([]);
  await writeDocuments(database);
  expect(await found('crown')).toEqual([]);
  expect(await found('0123')).toEqual([id]);
});

test('SE8: a deleted call is not found, and is again when it is brought back', async () => {
  const store = createCallStore(database, { send: async () => {} });
  await store.remove('one', id, 'kit');
  expect(await found('crown')).toEqual([]);
  await store.restore('one', id, 'kit');
  expect(await found('crown')).toEqual([id]);
  await store.remove('one', id, 'kit');
  await run(database, "update calls set deleted_at = now() - interval '1 hour'");
  await store.removeDeleted(10);
  expect(await documents()).toBe(0);
  expect(await found('crown')).toEqual([]);
});

test('SE8: tries have no document and are not found', async () => {
  await plantCall(database, { said: ['A crown to try.'], columns: { mode: 'try' } });
  expect(await found('crown')).toEqual([id]);
  await writeDocuments(database);
  expect(await documents()).toBe(1);
  expect(await due()).toEqual([]);
  expect(await found('try')).toEqual([]);
});
