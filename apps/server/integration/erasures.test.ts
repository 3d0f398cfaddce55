import { randomUUID } from 'node:crypto';
import { type Erasure, permissionsOf } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallAdmission } from '../src/adapters/postgres/call-admission.ts';
import { createErasures } from '../src/adapters/postgres/data/erasures.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallEditor } from '../src/adapters/postgres/do-not-call/editor.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { createErasureJob, type ErasureJobDeps } from '../src/features/data/erasure-job.ts';
import { repeatErasures } from '../src/features/data/erasure-records.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { ForgetOutcome } from '../src/ports/carrier.ts';
import { wallClock } from '../src/ports/clock.ts';
import type { ErasureRecord, Erasures } from '../src/ports/erasures.ts';
import type { PersonalData } from '../src/ports/personal-data.ts';
import { createTenant } from '../testing/create-tenant.ts';
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
const context = { signal: new AbortController().signal, useFallback: false, sentAt: new Date(0) };

async function desk() {
  const made = await createTenant(database);
  const expiresAt = new Date(Date.now() + 60_000);
  const caller: Caller = {
    ...{ ...made, displayName: 'Kit', permissions: permissionsOf.admin, email: null, expiresAt },
  };
  const scheduled: Date[] = [];
  const erasures: Erasures = createErasures(
    database,
    {
      once: async (_, at) => void scheduled.push(at),
      repeat: async () => {},
      cancel: async () => false,
    },
    testDigest,
    () => new Date(),
  );
  const logged: unknown[] = [];
  const record = (...line: unknown[]) => void logged.push(line);
  const log = { debug: record, info: record, warn: record, error: record };
  const records: ErasureRecord[] = [];
  const forgotten: string[] = [];
  const answers: { carrier: ForgetOutcome | null; files: boolean } = {
    carrier: { kind: 'gone' },
    files: true,
  };
  const deps: ErasureJobDeps = {
    ...{ erasures, personalData, clock: wallClock, log },
    keepRecord: async (each) => {
      if (!answers.files) throw new Error('The file store does not answer.');
      records.push(each);
    },
    carrierOf: () => {
      const { carrier } = answers;
      if (carrier === null) return null;
      return {
        forget: async (_, sid) => {
          if (carrier.kind === 'gone') forgotten.push(sid);
          return carrier;
        },
      };
    },
  };
  const run = (erasure: Erasure) =>
    createErasureJob(deps)({ tenantId: caller.tenantId, erasureId: erasure.id }, context);
  const now = async () => (await erasures.list(caller.tenantId))[0];
  return { caller, erasures, scheduled, logged, log, records, forgotten, answers, run, now };
}

/** Every row of every table of the desk and of the job queue, as text. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join('\n');
}

const planted = ['2025550123', '202-555-0123', '202 555 0123', 'Robin'];

async function withCarrierIds(tenantId: string) {
  await owner.query(
    "update calls set carrier_sid = 'CA' || id, carrier_account = 'lab' where tenant_id = $1",
    [tenantId],
  );
  await owner.query("update text_messages set carrier_sid = 'SM' || id where tenant_id = $1", [tenantId]);
}

test('DA3: a person in every table is gone afterwards: number, name and words, here, in the log and at the carrier', async () => {
  const { caller, erasures, run, now, forgotten, records, logged } = await desk();
  const { tenantId } = caller;
  await insertExamples(owner, { tenantId, number, userId: 'user_kit' });
  // Rows about somebody else, which only mention a name: nobody can know whose it is.
  for (const table of ['erasures', 'tools', 'mcp_servers'])
    await owner.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
  await withCarrierIds(tenantId);
  const { rows: calls } = await owner.query('select carrier_sid from calls where tenant_id = $1', [tenantId]);
  const before = await wholeDatabase();
  for (const trace of ['2025550123', 'Robin']) expect(before).toContain(trace);

  const erasure = await erasures.request(caller, number, true);
  expect(erasure).toMatchObject({ state: 'running', requestedBy: { displayName: 'Kit' } });
  await run(erasure);
  expect(await now()).toMatchObject({ state: 'done', problem: null, leftAtCarrier: 0 });
  expect(forgotten).toEqual(expect.arrayContaining(calls.map(({ carrier_sid }) => carrier_sid)));
  expect(forgotten.some((sid) => sid.startsWith('SM'))).toBe(true);

  const after = await wholeDatabase();
  const everywhere = [after, JSON.stringify(logged), JSON.stringify(records.map(({ digest }) => digest))];
  for (const text of everywhere)
    for (const trace of planted)
      expect(text.includes(trace), `${trace} in ${lineWith(text, trace)}`).toBe(false);
});

const lineWith = (text: string, trace: string) =>
  text
    .split('\n')
    .find((line) => line.includes(trace))
    ?.slice(0, 300);

test('DA4: the number is still refused, and the list shows an entry without it', async () => {
  const { caller, erasures, run } = await desk();
  const { tenantId } = caller;
  await insertCall(owner, { tenantId, number, userId: 'user_kit' });
  await run(await erasures.request(caller, number, true));
  const list = createDoNotCallList(database, testDigest);
  expect(await list.find(tenantId, number)).toMatchObject({ unconfirmed: false });
  expect(await list.add(tenantId, { number, source: 'x', callId: null, unconfirmed: false })).toBe(false);
  const shown = createDoNotCallEditor(database, testDigest);
  expect(await shown.addMany(caller, [number])).toBe(0);
  expect(await shown.add(caller, number)).toMatchObject({ added: false, entry: { number: null } });
  expect(await shown.page(tenantId, { limit: 5, search: '+1 202 555 0123' })).toMatchObject({
    entries: [{ number: null }],
  });
  expect(await shown.page(tenantId, { limit: 5, search: '5550123' })).toMatchObject({ entries: [] });
  await owner.query(
    `insert into agents (tenant_id, id, display_name, persona, greeting, abilities)
     values ($1, 'ada', 'Ada', '', '', '') on conflict do nothing`,
    [tenantId],
  );
  const decision = await createCallAdmission(database, testDigest).reserve(
    {
      ...{ tenantId, callId: randomUUID(), userId: 'user_kit', agentId: 'ada', agentVersion: 1 },
      ...{ carrier: 'lab', carrierAccount: 'lab', engine: 'relay', to: number, from: '+15005550006' },
      ...{ instructions: 'Say hello.', at: new Date(), idempotencyKey: null, fingerprint: '' },
    } as Parameters<ReturnType<typeof createCallAdmission>['reserve']>[0],
    { perMinute: 100, perDay: 100, deployment: { perMinute: 100, perDay: 100 } },
  );
  expect(decision).toEqual({ kind: 'do_not_call' });
  expect(await wholeDatabase()).not.toContain('2025550123');
});

test('DA5: two people who ask at once get one erasure, and a second one later finds nothing', async () => {
  const { caller, erasures, run, now } = await desk();
  await insertCall(owner, { tenantId: caller.tenantId, number, userId: 'user_kit' });
  const both = await Promise.all([
    erasures.request(caller, number, true),
    erasures.request({ ...caller, userId: 'user_jo' }, number, true),
  ]);
  expect(both[0].id).toBe(both[1].id);
  // The job of one that is done, or that another server has done meanwhile, changes nothing.
  await Promise.all([run(both[0]), run(both[0])].map((each) => each.catch(() => {})));
  await run(both[0]);
  expect(await now()).toMatchObject({ state: 'done', id: both[0].id });
  const again = await erasures.request(caller, number, true);
  expect(again.id).not.toBe(both[0].id);
  await run(again);
  expect(await now()).toMatchObject({ state: 'done', deleted: 0, id: again.id });
});

test('DA6: it waits for a live call, and goes on when the call is over', async () => {
  const { caller, erasures, run, now, scheduled } = await desk();
  const { tenantId } = caller;
  const live = await insertCall(owner, { tenantId, number, userId: 'user_kit' }, { status: 'in-progress' });
  const erasure = await erasures.request(caller, number, true);
  await run(erasure);
  expect(await now()).toMatchObject({ state: 'waiting', problem: 'live_call' });
  expect(scheduled).toHaveLength(2);
  await owner.query("update calls set status = 'completed' where id = $1", [live]);
  await run(erasure);
  expect(await now()).toMatchObject({ state: 'done', problem: null });
});

test('DA7: a carrier that does not answer is asked again, and what it has deleted is not asked for twice', async () => {
  const { caller, erasures, run, now, answers, forgotten } = await desk();
  const { tenantId } = caller;
  for (const _ of [1, 2, 3]) await insertCall(owner, { tenantId, number, userId: 'user_kit' });
  await withCarrierIds(tenantId);
  answers.carrier = { kind: 'unavailable', detail: 'busy' };
  const erasure = await erasures.request(caller, number, true);
  await run(erasure);
  expect(await now()).toMatchObject({
    ...{ state: 'carrier', problem: 'carrier_unavailable', atCarrier: 3, leftAtCarrier: 3 },
  });
  answers.carrier = null;
  await run(erasure);
  expect(await now()).toMatchObject({ problem: 'carrier_not_connected', leftAtCarrier: 3 });
  answers.carrier = { kind: 'gone' };
  await run(erasure);
  expect(await now()).toMatchObject({ state: 'done', problem: null, atCarrier: 3, leftAtCarrier: 0 });
  expect(new Set(forgotten).size).toBe(3);
  const { rows } = await owner.query('select action, data from audit_log where tenant_id = $1 order by id', [
    tenantId,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['person.erasure_requested', 'person.erased', 'person.erased_at_carrier']),
  );
  expect(JSON.stringify(rows)).not.toContain('5550123');
});

test('DA8: nothing is erased before it is noted outside of the database', async () => {
  const { caller, erasures, run, now, answers } = await desk();
  await insertCall(owner, { tenantId: caller.tenantId, number, userId: 'user_kit' });
  answers.files = false;
  const erasure = await erasures.request(caller, number, true);
  await run(erasure);
  expect(await now()).toMatchObject({ state: 'running', problem: 'files_unavailable', deleted: 0 });
  answers.files = true;
  await run(erasure);
  expect(await now()).toMatchObject({ state: 'done', problem: null });
});

test('DA9: a restored backup is erased again, and the number is refused from the start on', async () => {
  const { caller, erasures, run, now, records, log } = await desk();
  const { tenantId } = caller;
  const person = { tenantId, number, userId: 'user_kit' };
  await insertCall(owner, person);
  await run(await erasures.request(caller, number, true));
  // As if the database were older: the call is back, and nothing is known of the erasure.
  await owner.query('delete from erasures where tenant_id = $1', [tenantId]);
  await owner.query('delete from do_not_call where tenant_id = $1', [tenantId]);
  await insertCall(owner, person);
  const recordsOf = async (of: string) => (of === tenantId ? records : []);
  expect(await repeatErasures(erasures, recordsOf, log)).toBe(1);
  expect(await createDoNotCallList(database, testDigest).find(tenantId, number)).not.toBeNull();
  const again = await now();
  expect(again).toMatchObject({ state: 'running', repeated: true });
  if (again) await run(again);
  expect(await now()).toMatchObject({ state: 'done' });
  expect(await personalData.find(tenantId, { kind: 'number', number })).toEqual({});
  expect(await repeatErasures(erasures, recordsOf, log)).toBe(0);
});
