import { randomUUID } from 'node:crypto';
import {
  emptyRegistrySentence,
  type ImportRegistryBody,
  permissionsOf,
  tooManyInRegistrySentence,
} from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createConsentRulesStore } from '../src/adapters/postgres/consent/store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { sql } from '../src/adapters/postgres/drizzle.ts';
import { createLiveFeed } from '../src/adapters/postgres/live-feed.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { consentEndpoints } from '../src/features/consent/endpoints.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { EndpointRequest } from '../src/ports/endpoint.ts';
import type { LiveNotice } from '../src/ports/live-events.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { testDigest } from '../testing/number-digest.ts';
import { RecordingLog } from '../testing/voice/relay/relay-harness.ts';

let test_: TestDatabase;
let database: Database;
beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
});
afterAll(() => test_.drop());

const clock = new ManualClock('2026-11-10T12:00:00Z');
const none = { service: null, reminder: null, survey: null };

async function open(most?: number) {
  const made = await createTenant(database);
  const expiresAt = new Date(Date.now() + 60_000);
  const caller: Caller = {
    ...{ ...made, displayName: 'Kit', permissions: permissionsOf.admin, email: null, expiresAt },
  };
  const store = createConsentRulesStore(database, testDigest, most);
  const endpoints = consentEndpoints(store, clock);
  const send = (numbers: readonly string[], body: Partial<ImportRegistryBody> = {}) => {
    const rows = numbers.map((number, index) => ({ row: index + 1, number }));
    const given = { id: randomUUID(), fileName: '212.csv', dated: '2026-11-01', country: 'US', last: true };
    const request = { caller, body: { ...given, rows, ...body } };
    return endpoints.importRegistry(request as unknown as EndpointRequest<'importRegistry'>);
  };
  const declare = (revision: number, grounds: object) => {
    const request = { caller, body: { revision, grounds: { ...none, ...grounds } } };
    return endpoints.declareGrounds(request as EndpointRequest<'declareGrounds'>);
  };
  /** The registry that counts, and whether the number is in it. */
  const facts = async (number: string) => {
    const { registry } = await store.get(caller.tenantId);
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`
        select 1 from registry_numbers where tenant_id = ${caller.tenantId} and file_id = ${registry?.id ?? null}
          and digest = ${testDigest(caller.tenantId, number)}`),
    );
    return { registry: registry && { listed: rows.length > 0, dated: registry.dated } };
  };
  return { caller, store, endpoints, send, declare, facts };
}

test('CP20: a ground is declared for each purpose; of two at once, the second is refused', async () => {
  const { caller, store, declare } = await open();
  expect(await store.get(caller.tenantId)).toMatchObject({ grounds: none, revision: 0, registry: null });
  const results = await Promise.allSettled([
    declare(0, { reminder: 'customers' }),
    declare(0, { reminder: 'ordered' }),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((each) => each.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'settings_changed' });
  const { grounds } = await store.get(caller.tenantId);
  // The same once more is no mistake and no change.
  expect((await declare(0, grounds)).rules).toMatchObject({ revision: 1 });
  expect((await declare(1, { survey: 'agreed' })).rules).toMatchObject({
    ...{ revision: 2, grounds: { ...none, survey: 'agreed' }, changedBy: { displayName: 'Kit' } },
  });
});

test('CP20: every change of the rules is told to open pages', async () => {
  const { caller, endpoints, declare, send } = await open();
  const feed = createLiveFeed(database, new NoticeConnection(database, new RecordingLog()));
  const heard: LiveNotice[] = [];
  const { tenantId } = caller;
  const listening = await feed.listen({
    onNotice: (notice) => notice.tenantId === tenantId && heard.push(notice),
    onGap: () => {},
  });
  await declare(0, { reminder: 'customers' });
  await send(['+12125550123']);
  await endpoints.removeRegistry({ caller } as EndpointRequest<'removeRegistry'>);
  const told = { tenantId, kind: 'listed', list: 'consentRules' } as const;
  await expect.poll(() => heard).toEqual([told, told, told]);
  expect(await feed.read(told)).toEqual({ type: 'list.changed', list: 'consentRules' });
  await listening.close();
});

test('CP21: a registry counts when its last rows are there, and the one before is gone then', async () => {
  const { send, facts } = await open();
  const id = randomUUID();
  expect(await send(['(212) 555-0123', '212 555 0123', 'Ada', ''], { id, last: false })).toMatchObject({
    ...{ added: 1, present: 1, refused: [{ code: 'not_a_number' }, { code: 'no_number' }] },
    rules: { registry: null },
  });
  expect(await facts('+12125550123')).toMatchObject({ registry: null });
  const last = () => send(['+12125550124'], { id });
  expect((await last()).rules.registry).toMatchObject({ id, numbers: 2, dated: '2026-11-01' });
  // An answer that was lost: sent again, nothing changes.
  expect(await last()).toMatchObject({ added: 0, rules: { registry: { numbers: 2 } } });
  expect(await facts('+12125550123')).toMatchObject({ registry: { listed: true, dated: '2026-11-01' } });
  expect(await facts('+12125550125')).toMatchObject({ registry: { listed: false } });
  await send(['+12125550125'], { dated: '2026-11-09' });
  expect(await facts('+12125550123')).toMatchObject({ registry: { listed: false, dated: '2026-11-09' } });
  expect(await facts('+12125550125')).toMatchObject({ registry: { listed: true } });
});

test('CP21: a registry holds no numbers, is not the do-not-call list, and is of one organization', async () => {
  const { caller, endpoints, send, facts } = await open();
  const other = await open();
  await send(['+12125550123']);
  const { rows } = await database.asSystem((tx) =>
    tx.execute(sql`select digest from registry_numbers where tenant_id = ${caller.tenantId}`),
  );
  expect(JSON.stringify(rows)).not.toContain('2125550123');
  const { rows: listed } = await database.forTenant(caller.tenantId, (tx) =>
    tx.execute(sql`select number from do_not_call where tenant_id = ${caller.tenantId}`),
  );
  expect(listed).toEqual([]);
  expect(await other.facts('+12125550123')).toMatchObject({ registry: null });
  const removed = await endpoints.removeRegistry({ caller } as EndpointRequest<'removeRegistry'>);
  expect(removed.rules.registry).toBeNull();
  expect(await facts('+12125550123')).toMatchObject({ registry: null });
});

test('CP21: a file in which no row has a number does not take the place of the registry', async () => {
  const { send, facts } = await open();
  await send(['+12125550123']);
  const empty = { code: 'invalid_request', message: emptyRegistrySentence };
  await expect(send(['Ada', ''], { dated: '2026-11-09' })).rejects.toMatchObject(empty);
  const id = randomUUID();
  await send(['Ada'], { id, last: false });
  await expect(send(['Grace'], { id })).rejects.toMatchObject(empty);
  expect(await facts('+12125550123')).toMatchObject({ registry: { listed: true, dated: '2026-11-01' } });
});

test('CP21: too many numbers and a date to come are refused in words, and change nothing', async () => {
  const { send, facts } = await open(2);
  const id = randomUUID();
  await send(['+12125550121', '+12125550122'], { id, last: false });
  await expect(send(['+12125550123'], { id })).rejects.toThrow(tooManyInRegistrySentence);
  expect(await facts('+12125550121')).toMatchObject({ registry: null });
  await expect(send(['+12125550121'], { dated: '2026-11-12' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});
