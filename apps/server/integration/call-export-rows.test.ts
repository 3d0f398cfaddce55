import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExportStore } from '../src/adapters/postgres/call-exports/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createExpiredRows } from '../src/adapters/postgres/expired-rows.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { run } from '../testing/searched-calls.ts';

let test_: TestDatabase;
let database: Database;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
});
afterAll(() => test_.drop());

const day = 24 * 60 * 60_000;

async function ask(digest: string): Promise<string> {
  const made = await createExportStore(database).create(
    await createTenant(database),
    { filters: { q: 'crown' }, format: 'csv', columns: ['id'], fields: [], bom: false },
    { digest, seconds: 60 },
    0,
  );
  return typeof made === 'string' ? made : made.id;
}

test('EX10: what was searched for goes from the row when the link is used, also where the server is lost then', async () => {
  const id = await ask('one');
  const stored = () => run(database, 'select wanted from call_exports where id = $1', [id]);
  expect(await stored()).toMatchObject([{ wanted: { filters: { q: 'crown' } } }]);
  expect(await createExportStore(database).begin('one')).toMatchObject({
    wanted: { filters: { q: 'crown' } },
  });
  expect(await stored()).toEqual([{ wanted: null }]);
});

test('EX10: the row of an export is removed after a day', async () => {
  const [old, recent] = [await ask('old'), await ask('recent')];
  await run(database, "update call_exports set created_at = now() - interval '25 hours' where id = $1", [
    old,
  ]);
  await createExpiredRows(database).remove(new Date(Date.now() - day));
  const left = await run(database, 'select id from call_exports where id = any ($1)', [[old, recent]]);
  expect(left).toEqual([{ id: recent }]);
});
