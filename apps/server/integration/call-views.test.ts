import { type CreateViewBody, limits, permissionsOf } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCallViewStore } from '../src/adapters/postgres/call-views/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { callViewEndpoints } from '../src/features/call-views/endpoints.ts';
import type { CallViewStore } from '../src/ports/call-views.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { EndpointRequest } from '../src/ports/endpoint.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { testDigest } from '../testing/number-digest.ts';

let test_: TestDatabase;
let database: Database;
let store: CallViewStore;
let endpoints: ReturnType<typeof callViewEndpoints>;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  store = createCallViewStore(database);
  endpoints = callViewEndpoints(store);
});
afterAll(() => test_.drop());

async function somebody(): Promise<Caller> {
  const expiresAt = new Date(Date.now() + 60_000);
  const made = await createTenant(database);
  return { ...made, displayName: 'Kit', permissions: permissionsOf.viewer, email: null, expiresAt };
}

const ask = <Request>(caller: Caller, parts: object = {}) => ({ caller, ...parts }) as Request;
const crowns: CreateViewBody = { name: 'Crowns', filters: { version: 1, values: { q: 'crown' } } };
const missed: CreateViewBody = {
  name: 'missed',
  filters: { version: 1, values: { status: 'busy,no-answer' } },
};

const create = async (caller: Caller, body: CreateViewBody) =>
  (await endpoints.createCallView(ask<EndpointRequest<'createCallView'>>(caller, { body }))).view;
const change = async (caller: Caller, id: string, body: object) =>
  (await endpoints.changeCallView(ask<EndpointRequest<'changeCallView'>>(caller, { params: { id }, body })))
    .view;
const remove = (caller: Caller, id: string) =>
  endpoints.deleteCallView(ask<EndpointRequest<'deleteCallView'>>(caller, { params: { id } }));
const names = async (caller: Caller) => (await store.list(caller)).map(({ name }) => name);

test('CV1: views are kept by name, with their filters as they were sent', async () => {
  const caller = await somebody();
  await create(caller, missed);
  const view = await create(caller, { ...crowns, name: '  Crowns ' });
  expect(view).toEqual({ ...crowns, id: expect.any(String) });
  expect(await store.list(caller)).toEqual([view, { ...missed, id: expect.any(String) }]);
});

test('CV2: a name is there once for a person, whatever its capitals; the same view sent twice is one', async () => {
  const caller = await somebody();
  const view = await create(caller, crowns);
  expect(await create(caller, crowns)).toEqual(view);
  const taken = { code: 'view_name_taken' };
  await expect(create(caller, { ...missed, name: 'CROWNS' })).rejects.toMatchObject(taken);
  const other = await create(caller, missed);
  await expect(change(caller, other.id, { name: 'crowns' })).rejects.toMatchObject(taken);
  // Its own name is not taken.
  expect((await change(caller, view.id, { name: 'CROWNS' })).name).toBe('CROWNS');
  expect(await names(caller)).toEqual(['CROWNS', 'missed']);
});

test('CV2: twenty requests at once for one name make one view', async () => {
  const caller = await somebody();
  const bodies = Array.from({ length: 20 }, (_, n) => ({
    name: n % 2 ? 'crowns' : 'Crowns',
    filters: { version: 1 as const, values: { q: `word ${n}` } },
  }));
  const made = await Promise.allSettled(bodies.map((body) => create(caller, body)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await names(caller)).toHaveLength(1);
});

test('CV3: a person has at most fifty, also when they are saved at once', async () => {
  const caller = await somebody();
  const made = await Promise.allSettled(
    Array.from({ length: limits.viewsMax + 4 }, (_, n) => create(caller, { ...crowns, name: `View ${n}` })),
  );
  const refused = made.filter((each) => each.status === 'rejected');
  expect(refused).toHaveLength(4);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_views' });
  const [first] = await store.list(caller);
  await remove(caller, first?.id ?? '');
  await create(caller, missed);
  expect(await names(caller)).toHaveLength(limits.viewsMax);
});

test('CV1: renaming keeps the filters, and other filters keep the name', async () => {
  const caller = await somebody();
  const { id } = await create(caller, crowns);
  expect(await change(caller, id, { name: ' Bridges ' })).toEqual({ ...crowns, id, name: 'Bridges' });
  const { filters } = missed;
  expect(await change(caller, id, { filters })).toEqual({ id, name: 'Bridges', filters });
  expect(await store.list(caller)).toEqual([{ id, name: 'Bridges', filters }]);
});

test('CV4: nobody else sees, changes or deletes a view: not in the organization, not in another one', async () => {
  const owner = await somebody();
  const view = await create(owner, crowns);
  const colleague: Caller = { ...owner, userId: 'user_colleague', permissions: permissionsOf.admin };
  const stranger = await somebody();
  // The same person, in another organization.
  const elsewhere: Caller = { ...stranger, userId: owner.userId };
  for (const other of [colleague, stranger, elsewhere]) {
    expect(await store.list(other)).toEqual([]);
    for (const id of [view.id, view.id.toUpperCase(), "' or true; --", '']) {
      const missing = { code: 'view_not_found' };
      await expect(change(other, id, { name: 'Mine now' })).rejects.toMatchObject(missing);
      await expect(remove(other, id)).rejects.toMatchObject(missing);
    }
    // The name and the room of one person are none of another one.
    await create(other, crowns);
  }
  expect(await store.list(owner)).toEqual([view]);
});

test('CV4: the database shows no row of another organization, whatever is asked', async () => {
  const owner = await somebody();
  const stranger = await somebody();
  const view = await create(owner, crowns);
  await database.forTenant(stranger.tenantId, async (tx) => {
    expect((await tx.execute(sql`select * from call_views`)).rows).toEqual([]);
    expect((await tx.execute(sql`update call_views set name = 'x' returning 1`)).rows).toEqual([]);
    expect((await tx.execute(sql`delete from call_views returning 1`)).rows).toEqual([]);
  });
  const forged = database.forTenant(stranger.tenantId, (tx) =>
    tx.execute(sql`
      insert into call_views (tenant_id, user_id, id, name, filters)
      values (${owner.tenantId}, ${owner.userId}, gen_random_uuid(), 'x', '{"version": 1}')`),
  );
  await expect(forged).rejects.toMatchObject({ cause: { code: '42501' } });
  expect(await store.list(owner)).toEqual([view]);
});

test('CV5: a deleted view is brought back by saving it again', async () => {
  const caller = await somebody();
  const view = await create(caller, crowns);
  await remove(caller, view.id);
  await expect(remove(caller, view.id)).rejects.toMatchObject({ code: 'view_not_found' });
  expect(await store.list(caller)).toEqual([]);
  expect(await create(caller, crowns)).toMatchObject(crowns);
});

test('CV6: an erased number is taken out of names and searches, also where two names become one', async () => {
  const caller = await somebody();
  const number = '+12025550123';
  await create(caller, { name: '+1 202 555 0123', filters: { version: 1, values: { q: number } } });
  await create(caller, { name: '12025550123', filters: { version: 1, values: { q: 'crown' } } });
  const data = createPersonalData(database, testDigest);
  await data.erase(caller.tenantId, { kind: 'number', number }, 'user_admin');
  const views = await store.list(caller);
  expect(views).toHaveLength(2);
  expect(JSON.stringify(views)).not.toMatch(/555/);
  expect(views.map(({ filters }) => filters.values.q)).toEqual(expect.arrayContaining(['[erased]', 'crown']));
});

test('CV6: nothing of it is written into the audit log', async () => {
  const caller = await somebody();
  const { id } = await create(caller, crowns);
  await change(caller, id, { name: 'Bridges' });
  await remove(caller, id);
  const owner = new pg.Client(test_.owner);
  await owner.connect();
  const { rows } = await owner.query('select * from audit_log where tenant_id = $1', [caller.tenantId]);
  await owner.end();
  expect(rows).toEqual([]);
});
