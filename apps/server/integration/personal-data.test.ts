import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createLoginAttempts } from '../src/adapters/postgres/login-attempts.ts';
import { createAccountData } from '../src/adapters/postgres/personal-data/account-data.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { deskTables } from '../src/adapters/postgres/personal-data/registry.ts';
import type { PersonalData } from '../src/ports/personal-data.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type ExamplePerson, insertCall } from '../testing/example-person.ts';
import { startIdentity } from '../testing/identity-server.ts';
import { testDigest } from '../testing/number-digest.ts';
import { insertExamples } from '../testing/personal-data-examples.ts';
import { Visitor } from '../testing/visitor.ts';

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

let lastTenant = 0;
async function rowsOf(condition: (table: string) => string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const { table, columns } of deskTables) {
    if (!('tenant_id' in columns)) continue;
    const { rows } = await owner.query(`select * from ${table} t where ${condition(table)} order by t::text`);
    // What tells an import that a number was erased is none of the person.
    for (const { position } of table === 'contact_imports' ? rows : []) delete position.erased;
    all[table] = rows;
  }
  return all;
}

describe('PD2: a person by number', () => {
  const number = '+12025550123';
  const longer = '+120255501234';
  const calls = 16;

  async function threePeople() {
    const [one, two] = [`pd_${++lastTenant}`, `pd_${++lastTenant}`];
    const robin = { tenantId: one, number, userId: 'user_kit' };
    await insertExamples(owner, robin);
    await insertExamples(owner, { ...robin, tenantId: two });
    await insertExamples(owner, { ...robin, number: longer });
    return { one, two, robin };
  }

  test('is found in every table, and nobody whose number only begins like theirs', async () => {
    const { one } = await threePeople();
    expect(await personalData.find(one, { kind: 'number', number })).toEqual({
      agents: 1,
      webhook_deliveries: 1,
      transcript_entries: 1,
      call_events: 1,
      session_commands: 1,
      knowledge_questions: 1,
      ...{ tries: 2, try_events: 1 },
      dial_attempts: 1,
      calls,
      do_not_call: 1,
      ...{ outcome_corrections: 1, follow_ups: 2, follow_up_mails: 1, contacts: 2, contact_words: 1 },
      ...{ contact_import_errors: 1, erasures: 1, recipients: 1 },
      ...{ tool_calls: 1, text_messages: 1, text_stops: 1, hand_overs: 1 },
      ...{ call_costs: 1, call_usage: 1, call_search: 1, recordings: 1 },
    });
    expect(await personalData.find('pd_other', { kind: 'number', number })).toEqual({});
  });

  test('PD3: is exported as JSON, without what belongs to others', async () => {
    const { one, robin } = await threePeople();
    await insertCall(owner, robin, { direction: 'inbound' });
    const exported = await personalData.export(one, { kind: 'number', number });
    expect(Object.keys(exported.records).toSorted()).toEqual(
      [
        'webhook_deliveries',
        ...['agents', 'call_events', 'calls', 'dial_attempts', 'do_not_call', 'session_commands'],
        ...['knowledge_questions', 'transcript_entries', 'tries', 'try_events'],
        ...['outcome_corrections', 'follow_ups', 'follow_up_mails', 'contacts', 'contact_words'],
        ...['contact_import_errors', 'tool_calls', 'text_messages', 'text_stops', 'hand_overs', 'erasures'],
        ...['call_costs', 'call_search', 'call_usage', 'recipients', 'recordings'],
      ].toSorted(),
    );
    const text = JSON.stringify(exported);
    expect(text).toContain('My name is Robin.');
    expect(text).not.toContain(longer);
    expect(JSON.parse(text).records.calls).toHaveLength(calls + 1);
  });

  test('PD4: is erased in one transaction; the other number and the other organization keep everything', async () => {
    const { one, two } = await threePeople();
    const others = () => `tenant_id = '${two}' or (tenant_id = '${one}' and t::text like '%${longer}%')`;
    const found = await personalData.find(one, { kind: 'number', number: longer });
    const before = await rowsOf(others);
    const result = await personalData.erase(one, { kind: 'number', number }, 'user_admin');
    expect(result).toMatchObject({
      kind: 'erased',
      deleted: { calls, transcript_entries: 1, call_events: 1, session_commands: 1 },
      blanked: { dial_attempts: 1 },
      kept: { do_not_call: expect.stringContaining('protects') },
    });
    expect(await rowsOf(others)).toEqual(before);
    expect(await personalData.find(one, { kind: 'number', number: longer })).toEqual(found);

    // What protects the person is kept as a digest.
    expect(await personalData.find(one, { kind: 'number', number })).toEqual({});
    const left = await rowsOf(() => `tenant_id = '${one}'`);
    const digest = testDigest(one, number);
    expect(left.do_not_call).toContainEqual(expect.objectContaining({ number: digest }));
    expect(left.text_stops).toContainEqual(expect.objectContaining({ number: digest }));
    const pattern = /\+12025550123(?!\d)/;
    expect(JSON.stringify(left)).not.toMatch(pattern);
    // The attempt still counts for limits and keys, without the number and what could prove it.
    expect(left.dial_attempts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to_number: '', fingerprint: '', user_id: 'user_kit' }),
      ]),
    );
    // Again changes nothing.
    expect(await personalData.erase(one, { kind: 'number', number }, 'user_admin')).toMatchObject({
      deleted: {},
      blanked: {},
    });
    const { rows: audit } = await owner.query(
      "select * from audit_log where tenant_id = $1 and action = 'person.erased'",
      [one],
    );
    expect(audit).toHaveLength(2);
    expect(JSON.stringify(audit)).not.toContain('2025550123');
  });

  test('PD6: nothing is erased while a call with them is live', async () => {
    const { one, robin } = await threePeople();
    const live = await insertCall(owner, robin, { status: 'in-progress', direction: 'inbound' });
    const before = await rowsOf(() => `tenant_id = '${one}'`);
    expect(await personalData.erase(one, { kind: 'number', number }, 'user_admin')).toEqual({
      kind: 'live',
      callIds: [live],
    });
    expect(await rowsOf(() => `tenant_id = '${one}'`)).toEqual(before);
  });
});

test('PD8: the audit log holds no digit of a number called, also where a server of an earlier release writes it', async () => {
  const one = `pd_${++lastTenant}`;
  await owner.query(
    `insert into audit_log (tenant_id, actor, action, subject, data)
     values ($1, 'user_kit', 'call.placed', 'x', '{"agentId": "kuzco", "to": "********0123"}')`,
    [one],
  );
  const { rows } = await owner.query('select data from audit_log where tenant_id = $1', [one]);
  expect(rows).toEqual([{ data: { agentId: 'kuzco' } }]);
});

test('PD6: a call that is admitted while its person is erased is not erased with them', async () => {
  const one = `pd_${++lastTenant}`;
  const robin: ExamplePerson = { tenantId: one, number: '+12025550123', userId: 'user_kit' };
  await insertExamples(owner, robin);
  // Holds the erasure between the lock on their calls and the deletion.
  const holder = new pg.Client(test_.owner);
  await holder.connect();
  await holder.query('begin');
  await holder.query('update agents set transfer_number = $2 where tenant_id = $1', [one, robin.number]);
  const erasing = personalData.erase(one, { kind: 'number', number: robin.number }, 'user_admin');
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%agents%'`;
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
  const live = await insertCall(owner, robin, { status: 'in-progress', direction: 'inbound' });
  await holder.query('commit');
  await holder.end();
  expect(await erasing).toEqual({ kind: 'live', callIds: [live] });
});

describe('PD7: a user', () => {
  test('is found, exported and erased in one organization; calls and templates stay, without them', async () => {
    const [one, two] = [`pd_${++lastTenant}`, `pd_${++lastTenant}`];
    const kit = { tenantId: one, number: '+12025550123', userId: 'user_kit' };
    await insertExamples(owner, kit);
    await insertExamples(owner, { ...kit, tenantId: two });
    await insertExamples(owner, { ...kit, userId: 'user_kit2', number: '+12025559999' });
    const others = () => rowsOf(() => `tenant_id = '${two}' or t::text like '%user_kit2%'`);
    const before = await others();
    const person = { kind: 'user', userId: 'user_kit' } as const;
    expect(await personalData.find(one, person)).toEqual({
      dial_attempts: 1,
      calls: 16,
      outcome_corrections: 1,
      follow_ups: 2,
      follow_up_mails: 1,
      ...{ desk_people: 1, seen_people: 1 },
      contacts: 2,
      erasures: 1,
      call_exports: 1,
      contact_imports: 1,
      ...{ campaigns: 1, campaign_events: 1 },
      registry_files: 1,
      ...{ tools: 1, mcp_servers: 1 },
      connections: 1,
      tries: 2,
      agents: 1,
      agent_versions: 1,
      phone_numbers: 1,
      session_commands: 1,
      ...{ templates: 1, call_views: 1, api_keys: 1, webhook_endpoints: 1 },
      ...{ audit_log: 1, audit_readings: 1 },
      secrets: 1,
    });
    expect(JSON.stringify(await personalData.export(one, person))).not.toContain('sealed-text');
    expect(await personalData.erase(one, person, 'user_admin')).toMatchObject({
      kind: 'erased',
      deleted: { desk_people: 1, follow_up_mails: 1, call_views: 1 },
      blanked: {
        follow_ups: 2,
        contacts: 2,
        dial_attempts: 1,
        calls: 16,
        tries: 2,
        session_commands: 1,
        ...{ templates: 1, api_keys: 1, webhook_endpoints: 1 },
        secrets: 1,
      },
      kept: { audit_log: expect.any(String), audit_readings: expect.any(String) },
    });
    expect(await personalData.find(one, person)).toEqual({ audit_log: 1, audit_readings: 1 });
    expect(await others()).toEqual(before);
  });

  test('is erased from the accounts: sessions, attempts and links go too, and nobody else is touched', async () => {
    const { app, identity } = await startIdentity(database);
    const [kit, jo] = [new Visitor(app), new Visitor(app)];
    for (const person of [kit, jo]) {
      expect((await person.signUp()).status).toBe(200);
      expect((await person.signIn({ password: 'a wrong password' })).status).toBe(401);
    }
    const idOf = async (person: Visitor) => String((await person.get('get-session')).body.user.id);
    const [kitId, joId] = [await idOf(kit), await idOf(jo)];
    await identity.resetLink(kitId);
    const accounts = createAccountData(database.identityPool);
    const exported = JSON.stringify(await accounts.export(kitId));
    expect(exported).toContain(kit.email);
    expect(exported).not.toContain(jo.email);
    expect(exported).not.toMatch(/"(?:password|token)"/);
    expect(await accounts.erase(kitId)).toMatchObject({
      'identity.user': 1,
      'identity.account': 1,
      'identity.session': 1,
      'identity.verification': 1,
      'identity.sign_in_attempts': 1,
    });
    expect((await kit.get('token')).status).toBe(401);
    expect((await kit.signIn()).status).toBe(401);
    expect(await accounts.export(kitId)).toEqual({});
    expect(await accounts.erase(kitId)).toEqual({});
    expect((await jo.get('token')).status).toBe(200);
    expect(await accounts.export(joId)).toHaveProperty(['identity.sign_in_attempts']);
    await createLoginAttempts(database.identityPool).reset(jo.email);
  });
});
