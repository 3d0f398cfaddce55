import { type DoNotCallQuery, permissionsOf, tooManyNumbersSentence } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallEditor } from '../src/adapters/postgres/do-not-call/editor.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { doNotCallEndpoints } from '../src/features/do-not-call/endpoints.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { DoNotCallEditor } from '../src/ports/do-not-call.ts';
import { noDigest } from '../src/ports/number-digest.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;
let desk: DoNotCallEditor;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  desk = createDoNotCallEditor(database);
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});

async function someone(): Promise<Caller> {
  const expiresAt = new Date(Date.now() + 60_000);
  const made = await createTenant(database);
  return { ...made, displayName: 'Kit', permissions: permissionsOf.admin, email: null, expiresAt };
}

const page = async (caller: Caller, query: Partial<DoNotCallQuery> = {}) => {
  const found = await desk.page(caller.tenantId, { limit: 50, ...query });
  if (!found) throw new Error('no such page');
  return found;
};
const numbers = async (caller: Caller, query: Partial<DoNotCallQuery> = {}) =>
  (await page(caller, query)).entries.map(({ number }) => number);

async function audit({ tenantId }: Caller) {
  const { rows } = await owner.query(
    'select action, subject, data from audit_log where tenant_id = $1 order by id',
    [tenantId],
  );
  return rows as { action: string; subject: string; data: Record<string, unknown> }[];
}

test('DN1: a number is on the list once, whoever adds it and however often', async () => {
  const caller = await someone();
  const results = await Promise.all([1, 2, 3].map(() => desk.add(caller, '+4930123456')));
  expect(results.map((result) => result !== 'full' && result.added).toSorted()).toEqual([false, false, true]);
  expect(await page(caller)).toMatchObject({
    entries: [{ number: '+4930123456', source: 'hand', addedBy: { displayName: 'Kit' }, unconfirmed: false }],
    total: 1,
  });
  expect((await audit(caller)).map(({ action }) => action)).toEqual(['do_not_call.added']);
});

test('DN4: what an inbound caller asked for is to be confirmed, and adding it by hand confirms it', async () => {
  const caller = await someone();
  const list = createDoNotCallList(database);
  const callId = crypto.randomUUID();
  for (const number of ['+4930111111', '+4930222222'])
    await list.add(caller.tenantId, { number, source: `call ${callId}`, callId, unconfirmed: true });
  expect(await page(caller, { unconfirmed: 'true' })).toMatchObject({ unconfirmed: 2, total: 2 });
  const { entries } = await page(caller, { search: '222222' });
  const [asked] = entries;
  expect(asked).toMatchObject({ source: 'call', callId, unconfirmed: true });
  expect(await desk.confirm(caller, asked?.id ?? '')).toMatchObject({ unconfirmed: false });
  expect(await desk.add(caller, '+4930111111')).toMatchObject({
    added: false,
    entry: { unconfirmed: false },
  });
  expect(await page(caller)).toMatchObject({ unconfirmed: 0 });
  expect((await audit(caller)).map(({ action }) => action)).toEqual([
    'do_not_call.confirmed',
    'do_not_call.confirmed',
  ]);
});

test('DN5: removing names a reason, which the audit log keeps without the number', async () => {
  const caller = await someone();
  const added = await desk.add(caller, '+4930123456');
  if (added === 'full') throw new Error('full');
  expect(await desk.remove(caller, added.entry.id, 'mistake')).toMatchObject({ number: '+4930123456' });
  expect(await desk.remove(caller, added.entry.id, 'mistake')).toBeNull();
  expect(await desk.remove(caller, 'no-id', 'mistake')).toBeNull();
  const log = await audit(caller);
  expect(log.at(-1)).toMatchObject({ action: 'do_not_call.removed', data: { reason: 'mistake' } });
  expect(JSON.stringify(log)).not.toContain('30123456');
});

test('DN6: pages follow each other without a gap, and digits anywhere in the number are found', async () => {
  const caller = await someone();
  const all = Array.from({ length: 7 }, (_, n) => `+493012345${n}0`);
  await desk.addMany(caller, all);
  const seen: (string | null)[] = [];
  let after: string | undefined;
  do {
    const part = await page(caller, { limit: 3, ...(after !== undefined && { after }) });
    seen.push(...part.entries.map(({ number }) => number));
    after = part.nextCursor ?? undefined;
  } while (after !== undefined);
  expect(seen.toSorted()).toEqual(all);
  expect(await numbers(caller, { search: '23 45-40' })).toEqual(['+49301234540']);
  expect(await numbers(caller, { search: '0049 30' })).toHaveLength(7);
  expect(await numbers(caller, { search: 'Ada' })).toEqual([]);
  expect(await desk.page(caller.tenantId, { limit: 3, after: 'nonsense' })).toBeNull();
});

test('DN6: the audit log says who exported the list, wherever the export begins', async () => {
  const caller = await someone();
  await desk.addMany(
    caller,
    Array.from({ length: 4 }, (_, n) => `+493012345${n}0`),
  );
  const first = await desk.export(caller, undefined, 3);
  expect(first?.entries).toHaveLength(3);
  const rest = await desk.export(caller, first?.nextCursor ?? '', 3);
  expect(rest).toMatchObject({ entries: [{}], nextCursor: null });
  expect(await desk.export(caller, 'nonsense', 3)).toBeNull();
  const exported = { action: 'do_not_call.exported', subject: caller.tenantId, data: {} };
  expect((await audit(caller)).slice(1)).toEqual([exported, exported]);
});

test('DN7: a file is sent in parts that may be repeated, and each refused row says why', async () => {
  const caller = await someone();
  const { importDoNotCall } = doNotCallEndpoints(desk);
  const rows = ['+49 30 123456', '030 123457', '0049 30 123456', '', 'Ada', '+49 30 123458'].map(
    (number, index) => ({ row: index + 1, number }),
  );
  const send = (country: string | null) =>
    importDoNotCall({ caller, body: { rows, country } } as Parameters<typeof importDoNotCall>[0]);
  expect(await send('DE')).toEqual({
    added: 3,
    present: 1,
    refused: [
      { row: 4, code: 'no_number', value: '' },
      { row: 5, code: 'not_a_number', value: 'Ada' },
    ],
  });
  expect(await send(null)).toMatchObject({ added: 0, present: 3, refused: { length: 3 } });
  expect(await page(caller)).toMatchObject({ total: 3, entries: [{ source: 'import' }, {}, {}] });
  expect(await audit(caller)).toEqual([
    { action: 'do_not_call.imported', subject: caller.tenantId, data: { added: 3 } },
  ]);
});

test('DN8: another organization sees and removes nothing', async () => {
  const [one, two] = [await someone(), await someone()];
  const added = await desk.add(one, '+4930123456');
  if (added === 'full') throw new Error('full');
  expect(await page(two)).toMatchObject({ entries: [], total: 0 });
  expect(await desk.remove(two, added.entry.id, 'mistake')).toBeNull();
  expect(await desk.confirm(two, added.entry.id)).toBeNull();
});

test('DN9: a full list is said in words, and nothing is added in part', async () => {
  const caller = await someone();
  const small = createDoNotCallEditor(database, noDigest, 2);
  await small.add(caller, '+4930000000');
  expect(await small.addMany(caller, ['+4930111111', '+4930222222'])).toBe('full');
  expect(await small.addMany(caller, ['+4930111111'])).toBe(1);
  expect(await small.add(caller, '+4930222222')).toBe('full');
  const { addDoNotCall } = doNotCallEndpoints(small);
  const request = { caller, body: { number: '+4930222222' } } as Parameters<typeof addDoNotCall>[0];
  await expect(addDoNotCall(request)).rejects.toThrow(tooManyNumbersSentence);
});
