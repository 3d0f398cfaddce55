import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { liveChannel } from '../src/adapters/postgres/live-notices.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import type { PersonalData } from '../src/ports/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { insertCall } from '../testing/example-person.ts';
import { testDigest } from '../testing/number-digest.ts';
import { insertExamples } from '../testing/personal-data-examples.ts';

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;
let personalData: PersonalData;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  personalData = createPersonalData(database, testDigest);
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

const number = '+12025550123';
let lastTenant = 0;

/** The second has a number that begins like that of the first. */
async function twoPeople() {
  const one = `erased_${++lastTenant}`;
  const robin = { tenantId: one, number, userId: 'user_kit' };
  await insertExamples(owner, robin);
  await insertExamples(owner, { ...robin, number: `${number}4` });
  return { one, robin };
}

test('PD5: their number is taken out of what others have written, however it is spelled', async () => {
  const { one, robin } = await twoPeople();
  const other = { ...robin, number: '+12025559999' };
  const spellings = [number, '1 (202) 555-0123', '0012025550123', '+1.202.555.0123'];
  const others = [`${number}4`, '912025550123', '+44 1202 555 0123', '+44-(0)-1202 555 0123'].join(' or ');
  const instructions = `Call back: ${spellings.join('; ')}, not ${others}.`;
  const id = await insertCall(owner, other, { instructions });
  await owner.query(
    `update templates set placeholders = jsonb_build_object('phone', $2::text, 'say "hi"', 'x') where tenant_id = $1`,
    [one, number],
  );
  await personalData.erase(one, { kind: 'number', number }, 'user_admin');
  const { rows } = await owner.query('select instructions from calls where id = $1', [id]);
  expect(rows[0]?.instructions).toBe(`Call back: [erased]; [erased]; [erased]; [erased], not ${others}.`);
  const templates = await owner.query('select placeholders from templates where tenant_id = $1', [one]);
  for (const { placeholders } of templates.rows)
    expect(placeholders).toEqual({ phone: '[erased]', 'say "hi"': 'x' });
});

test('PD5: it is taken out of outcomes and files too, and a number in JSON stays one', async () => {
  const { one, robin } = await twoPeople();
  const id = await insertCall(owner, { ...robin, number: '+12025559999' });
  const values = [12025550123, -12025550123, 1202.5550123, 12025550123.5, 120255501234, `to ${number}, now`];
  const outcome = {
    values: values.map((value) => ({ field: 'f', value, proof: { quote: '1202 555 0123' } })),
  };
  await owner.query('update calls set outcome = $2 where id = $1', [id, outcome]);
  await owner.query(
    `insert into outcome_corrections (tenant_id, call_id, field_id, value) values ($1, $2, 'f', '12025550123')`,
    [one, id],
  );
  const importId = randomUUID();
  const ofImport = [one, importId];
  await owner.query(
    "insert into contact_imports (tenant_id, id, file_name, parts) values ($1, $2, 'a.csv', 1)",
    ofImport,
  );
  await owner.query(
    `insert into contact_import_parts (tenant_id, import_id, part, content)
     values ($1, $2, 0, E'Robin,+1 202 555 0123\r\nKim,+12025559999\r\n')`,
    ofImport,
  );
  await owner.query(
    `insert into contact_import_errors (tenant_id, import_id, row, code, value)
     values ($1, $2, 1, 'no_name', 'ring +1 202 555 0123'), ($1, $2, 2, 'too_many_people', '+12025550123 Robin'),
       ($1, $2, 3, 'too_many_people', '+120255501234 Kim')`,
    ofImport,
  );
  await personalData.erase(one, { kind: 'number', number }, 'user_admin');
  const read = async (text: string) => (await owner.query(text, [importId])).rows;
  const [call] = (await owner.query('select outcome from calls where id = $1', [id])).rows;
  expect(call.outcome.values.map(({ value }: { value: unknown }) => value)).toEqual([
    ...[0, 0, 0, 0, 120255501234, 'to [erased], now'],
  ]);
  expect(JSON.stringify(call)).not.toContain('555 0123');
  const corrected = await owner.query('select value from outcome_corrections where call_id = $1', [id]);
  expect(corrected.rows).toEqual([{ value: 0 }]);
  expect(await read('select content from contact_import_parts where import_id = $1')).toEqual([
    // Its length stays: an import goes on at a place in it.
    { content: 'Robin,[erased]       \r\nKim,+12025559999\r\n' },
  ]);
  expect(await read('select value from contact_import_errors where import_id = $1 order by row')).toEqual([
    // The name that stands beside their number goes with it.
    ...[{ value: 'ring [erased]' }, { value: '+120255501234 Kim' }],
  ]);
});

async function contactOf(tenantId: string, of: string, name: string): Promise<void> {
  await owner.query(
    `insert into contacts (tenant_id, id, number, name, name_key, source)
     values ($1, gen_random_uuid(), $2, $3, lower($3), 'hand')`,
    [tenantId, of, name],
  );
}

test('PD5: the full name of their contact is taken out of what others have written, and no other name', async () => {
  const { one, robin } = await twoPeople();
  for (const name of ['Robin O’Hara-Wu (Bob)', 'Sam', 'Kim Park', 'Kit Reed'])
    await contactOf(one, number, name);
  // Somebody else has this name too, and a colleague that one: nobody can know who is meant.
  await contactOf(one, '+12025559999', 'Kim Park');
  const text = [
    ...[
      'Ask Robin O’Hara-Wu (Bob), ROBIN  O’HARA-WU (BOB)',
      'xRobin O’Hara-Wu (Bob)',
      'Sam',
      'Kim Park, Kit Reed',
    ],
  ].join('; ');
  const id = await insertCall(owner, { ...robin, number: '+12025559999' }, { instructions: text });
  await owner.query(`update tools set config = $2 where tenant_id = $1`, [
    one,
    { purpose: `Times of:\nRobin O’Hara-Wu (Bob)\n"Robin\nO’Hara-Wu (Bob)"`, count: 3 },
  ]);
  await personalData.erase(one, { kind: 'number', number }, 'user_admin');
  const { rows } = await owner.query('select instructions from calls where id = $1', [id]);
  expect(rows[0]?.instructions).toBe(
    'Ask [erased], [erased]; xRobin O’Hara-Wu (Bob); Sam; Kim Park, Kit Reed',
  );
  const tools = await owner.query('select config from tools where tenant_id = $1', [one]);
  for (const { config } of tools.rows)
    expect(config).toEqual({ purpose: 'Times of:\n[erased]\n"[erased]"', count: 3 });
});

test('PD9: their contacts and follow-ups go with them, and servers hear that the name is gone', async () => {
  const { one } = await twoPeople();
  const line = new pg.Client(database.systemConnection());
  const heard: unknown[] = [];
  line.on('notification', ({ payload }) => void heard.push(JSON.parse(payload ?? '{}')));
  await line.connect();
  await line.query(`listen ${liveChannel}`);
  await personalData.erase(one, { kind: 'number', number }, 'user_admin');
  await expect.poll(() => heard).toContainEqual({ tenantId: one, kind: 'contact', number });
  await line.end();
  for (const table of ['contacts', 'contact_words', 'follow_ups', 'follow_up_mails']) {
    const { rows } = await owner.query(`select * from ${table} where tenant_id = $1`, [one]);
    expect(JSON.stringify(rows)).not.toMatch(/12025550123(?!4)/);
    // The other person, whose number begins like theirs, keeps everything.
    expect(rows.length, table).toBeGreaterThan(0);
  }
});

test('PD7: a user is erased from a follow-up without the colleague who owns and closed it', async () => {
  const one = `erased_${++lastTenant}`;
  await insertExamples(owner, { tenantId: one, number, userId: 'user_kit' });
  await owner.query(
    `insert into follow_ups (tenant_id, id, source_key, reason, what, due_at, created_by, created_by_name, owner,
       owner_name, state, closed_by, closed_by_name, closed_how, closed_at)
     values ($1, $2, 'hand/shared', 'hand', 'Order gloves.', now(), 'user_kit', 'Kit Reed', 'user_jo', 'Jo', 'done',
       'user_jo', 'Jo', 'person', now())`,
    [one, randomUUID()],
  );
  await personalData.erase(one, { kind: 'user', userId: 'user_kit' }, 'user_admin');
  const { rows } = await owner.query(
    `select created_by, created_by_name, owner, owner_name, closed_by, closed_by_name from follow_ups
     where tenant_id = $1 and source_key = 'hand/shared'`,
    [one],
  );
  const kept = { owner: 'user_jo', owner_name: 'Jo', closed_by: 'user_jo', closed_by_name: 'Jo' };
  expect(rows).toEqual([{ created_by: null, created_by_name: null, ...kept }]);
});
