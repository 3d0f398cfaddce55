import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createDoNotCallList } from '../src/adapters/postgres/do-not-call/list.ts';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { vaultWriter } from '../src/adapters/postgres/vault-writes.ts';
import { createWebhookDeliveries } from '../src/adapters/postgres/webhooks/deliveries.ts';
import { createDeliveryStore } from '../src/adapters/postgres/webhooks/delivery-store.ts';
import { createEndpointStore } from '../src/adapters/postgres/webhooks/endpoint-store.ts';
import { createWebhookFacts } from '../src/adapters/postgres/webhooks/facts.ts';
import { secretName } from '../src/adapters/postgres/webhooks/rows.ts';
import { dispatcherRules } from '../src/features/webhooks/dispatcher.ts';
import { createPassOnEvents } from '../src/features/webhooks/pass-on-events.ts';
import { newWebhookSecret } from '../src/lib/webhook-signature.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import { SecretUnusable } from '../src/ports/vault.ts';
import type { HeldDeliveries, WebhookDeliveries, WebhookManager } from '../src/ports/webhooks.ts';
import { createTenant } from '../testing/create-tenant.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { testDigest } from '../testing/number-digest.ts';
import { toldNumber } from '../testing/told-number.ts';

const secrets = onlySecret('a secret of forty characters for testing');
const clock = new ManualClock();
const now = () => clock.time();
const hour = 3_600_000;

let test_: TestDatabase;
let database: Database;
let owner: pg.Client;
let deliveries: WebhookDeliveries;
let desk: ReturnType<typeof createEndpointStore>;
let kit: WebhookManager;

beforeAll(async () => {
  test_ = await createTestDatabase();
  database = await test_.open();
  owner = new pg.Client(test_.owner);
  await owner.connect();
  const vault = vaultWriter(secrets, now);
  deliveries = createWebhookDeliveries(database, vault);
  desk = createEndpointStore({ database, vault, secretOf: async () => newWebhookSecret() });
});
afterAll(async () => {
  await owner.end();
  await test_.drop();
});
beforeEach(async () => {
  await owner.query('delete from webhook_endpoints');
  kit = { ...(await createTenant(database)), displayName: 'Kit' };
});

let events = 0;
async function endpoint(by = kit): Promise<{ id: string }> {
  const settings = { name: 'Other', address: 'https://example.com/', events: ['call.ended' as const] };
  const made = await desk.create(by, settings, newWebhookSecret(), clock.now());
  return { id: made?.id ?? '' };
}

const add = (endpointIds: readonly string[], queue: string, by = kit) =>
  deliveries.add(
    by.tenantId,
    endpointIds,
    {
      ...{ eventId: ++events, type: 'call.ended', queue, callId: null, number: null, tellsOfCall: false },
      body: '{}',
    },
    clock.now(),
  );

/** By id, as they are repeated: two that were stored in the same millisecond have theirs in any order. */
const states = async (endpointId: string) => {
  const { rows } = await owner.query(
    'select state, attempts from webhook_deliveries where endpoint_id = $1 order by id',
    [endpointId],
  );
  return rows.map(({ state, attempts }) => `${state} ${attempts}`);
};

const claim = (held = new Map<string, HeldDeliveries>(), rules: Partial<typeof dispatcherRules> = {}) =>
  deliveries.claim({
    ...{
      ...dispatcherRules,
      ...rules,
      now: clock.now(),
      leaseUntil: new Date(clock.time() + dispatcherRules.leaseMs),
    },
    held,
  });

test('WH8: slow endpoints of one organization leave room for another', async () => {
  const slow: string[] = [];
  for (let n = 0; n < 12; n += 1) slow.push((await endpoint()).id);
  for (let n = 0; n < 4; n += 1) await add(slow, `call/of ${events}`);
  const ann = { ...(await createTenant(database)), displayName: 'Ann' };
  const quick = await endpoint(ann);
  await add([quick.id], 'call/quick', ann);
  const first = await claim();
  const ofKit = first.filter(({ tenantId }) => tenantId === kit.tenantId);
  expect(ofKit).toHaveLength(16);
  // Each of them has one before any has a second.
  expect(new Set(ofKit.map(({ endpointId }) => endpointId))).toEqual(new Set(slow));
  expect(first.filter(({ tenantId }) => tenantId === ann.tenantId)).toHaveLength(1);
  const held = new Map<string, HeldDeliveries>();
  for (const { endpointId } of first)
    held.set(endpointId, { all: (held.get(endpointId)?.all ?? 0) + 1, bulk: 0 });
  await add([quick.id], 'call/quick too', ann);
  expect((await claim(held)).map(({ endpointId }) => endpointId)).toEqual([quick.id]);
});

test('WH8: slow endpoints that hold all places of their organization, or of the server, leave one for each other endpoint', async () => {
  const slow: string[] = [];
  for (let n = 0; n < 4; n += 1) slow.push((await endpoint()).id);
  for (let n = 0; n < 6; n += 1) await add(slow, `call/of ${events}`);
  const first = await claim();
  expect(first.map(({ endpointId }) => endpointId).toSorted()).toEqual(
    slow.flatMap((id) => [id, id, id, id]).toSorted(),
  );
  const held = new Map(slow.map((id) => [id, { all: 4, bulk: 0 }]));
  const quick = await endpoint();
  for (let n = 0; n < 3; n += 1) await add([quick.id], `call/of ${events}`);
  expect((await claim(held)).map(({ endpointId }) => endpointId)).toEqual([quick.id]);
  held.set(quick.id, { all: 1, bulk: 0 });
  expect(await claim(held)).toEqual([]);
  // Nor do those of four organizations hold up a fifth.
  const ann = { ...(await createTenant(database)), displayName: 'Ann' };
  const fifth = await endpoint(ann);
  for (let n = 0; n < 3; n += 1) await add([fifth.id], `call/of ${events}`, ann);
  expect((await claim(held, { most: 0 })).map(({ endpointId }) => endpointId)).toEqual([fifth.id]);
  expect(await claim(held, { most: 0, mostIdle: 0 })).toEqual([]);
});

test('WH7: what accepts nothing for 75 hours is switched off, though no delivery had its ten attempts', async () => {
  const { id } = await endpoint();
  await add([id], 'call/a');
  const fail = async () => {
    const [claimed] = await claim();
    if (!claimed) throw new Error('Nothing was due.');
    const attempt = { at: clock.now().toISOString(), milliseconds: 0, status: 500, answer: '' };
    await deliveries.note(claimed, {
      ...{ attempt: { ...attempt, problem: 'status' }, state: 'waiting', tries: claimed.tries + 1 },
      ...{ nextAt: new Date(clock.time() + 1), endpoint: 'fails' },
    });
    return (await desk.list(kit.tenantId))[0];
  };
  await fail();
  clock.advance(74 * hour);
  expect(await fail()).toMatchObject({ enabled: true });
  clock.advance(2 * hour);
  const at = clock.now().toISOString();
  expect(await fail()).toMatchObject({ enabled: false, off: { reason: 'failing', at } });
  // It goes on when the endpoint is switched on again.
  expect(await states(id)).toEqual(['waiting 3']);
});

test('WH10: a range of more than are repeated at once is repeated part by part', async () => {
  const { id } = await endpoint();
  for (let n = 0; n < 5; n += 1) await add([id], `call/of ${events}`);
  const repeat = async (after?: string) => {
    await owner.query("update webhook_deliveries set state = 'delivered' where endpoint_id = $1", [id]);
    const span = { from: '2000-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z', which: 'all' as const };
    const range = after === undefined ? span : { ...span, after };
    const part = await createDeliveryStore(database, 2).repeatRange(kit, id, range, clock.now());
    if (typeof part === 'string') throw new Error(part);
    return { ...part, states: (await states(id)).map((state) => state.split(' ')[0]) };
  };
  const [done, again] = ['delivered', 'waiting'];
  const first = await repeat();
  expect(first).toMatchObject({ repeated: 2, hasMore: true, states: [again, again, done, done, done] });
  const second = await repeat(first.next ?? '');
  expect(second).toMatchObject({ repeated: 2, hasMore: true, states: [done, done, again, again, done] });
  const third = await repeat(second.next ?? '');
  expect(third).toMatchObject({ repeated: 1, hasMore: false, next: null });
  expect(third.states).toEqual([done, done, done, done, again]);
});

test('WH2 WH9: an event that tells of a call is not stored once the call is gone', async () => {
  const { id } = await endpoint();
  const of = {
    type: 'call.ended',
    queue: 'call/gone',
    callId: randomUUID(),
    number: null,
    body: '{}',
  } as const;
  const store = (tellsOfCall: boolean) =>
    deliveries.add(kit.tenantId, [id], { ...of, eventId: ++events, tellsOfCall }, clock.now());
  expect(await store(true)).toBe(false);
  expect(await states(id)).toEqual([]);
  expect(await store(false)).toBe(true);
  expect(await states(id)).toEqual(['waiting 0']);
});

const numberKinds = Object.keys(toldNumber) as (keyof typeof toldNumber)[];

/** A number that an endpoint is told of, and what erases its owner. */
async function told(kind: keyof typeof toldNumber) {
  const { id: endpointId } = await endpoint();
  await owner.query(
    "update webhook_endpoints set events = '{dnc.added,recipient.suppressed,follow_up.created}' where id = $1",
    [endpointId],
  );
  const of = await toldNumber[kind](owner, kit.tenantId);
  const data = createPersonalData(database, testDigest);
  const erase = () => data.erase(kit.tenantId, { kind: 'number', number: of.number }, 'user_kit');
  return { ...of, endpointId, erase };
}

/** Until somebody waits for a lock that this test holds. */
const blocked = () =>
  vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        'select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000, interval: 20 },
  );

test.each(numberKinds)(
  'WH9 PD4: the number of a %s is not stored where its owner is erased after it was read',
  async (kind) => {
    const { endpointId, number, event, erase } = await told(kind);
    const facts = createWebhookFacts(database);
    const pass = async (beforeStoring: () => Promise<unknown>) => {
      const thenDo =
        <Given extends unknown[], Read>(read: (...of: Given) => Promise<Read>) =>
        async (...of: Given) => {
          const found = await read(...of);
          await beforeStoring();
          return found;
        };
      const { listed, recipient, followUp } = facts;
      const consumer = createPassOnEvents({
        ...{ deliveries, clock, onAdded: () => {} },
        facts: {
          ...{ ...facts, listed: thenDo(listed), recipient: thenDo(recipient), followUp: thenDo(followUp) },
        },
      });
      const about = { id: ++events, tenantId: kit.tenantId, subject: 'of/1', createdAt: clock.now() };
      await consumer.handle({ ...about, event }, new AbortController().signal);
      const { rows } = await owner.query('select number from webhook_deliveries where endpoint_id = $1', [
        endpointId,
      ]);
      return rows;
    };
    expect(await pass(async () => {})).toEqual([{ number }]);
    expect(await pass(erase)).toEqual([]);
  },
);

test.each(numberKinds)('WH9 PD4: an erasure waits for whoever stores the number of a %s', async (kind) => {
  const { endpointId, number, from, erase } = await told(kind);
  await owner.query('begin');
  await owner.query(`select 1 from ${from} for share`);
  await owner.query(
    `insert into webhook_deliveries (tenant_id, endpoint_id, id, event_id, type, queue, number, body, next_at, created_at)
       values ($1, $2, $3, 0, 'dnc.added', 'dnc/1', $4, '{}', now(), now())`,
    [kit.tenantId, endpointId, randomUUID(), number],
  );
  const erased = erase();
  await blocked();
  await owner.query('commit');
  await erased;
  expect(await states(endpointId)).toEqual([]);
});

test.each(numberKinds)(
  'WH9 PD4: storing the number of a %s waits for an erasure that is under way',
  async (kind) => {
    const { endpointId, number, from, numberOf } = await told(kind);
    const about = { queue: 'of/1', callId: null, number, body: '{}', tellsOfCall: false, numberOf };
    const delivery = { ...about, type: 'dnc.added' as const, eventId: ++events };
    await owner.query('begin');
    const [table, where] = from.split(' where ');
    // As erasing leaves it: an entry of the list keeps a digest.
    await owner.query(
      kind === 'listed'
        ? `update ${table} set number = 'digest' where ${where}`
        : `delete from ${table} where ${where}`,
    );
    const add = deliveries.add(kit.tenantId, [endpointId], delivery, clock.now());
    await blocked();
    await owner.query('commit');
    expect(await add).toBe(false);
    expect(await states(endpointId)).toEqual([]);
  },
);

test('WH2: a listed number without a call is an event only where an endpoint that is on wants it', async () => {
  const list = createDoNotCallList(database);
  let last = 0;
  const stored = async (callId: string | null) => {
    const number = `+150055502${String(++last).padStart(2, '0')}`;
    await list.add(kit.tenantId, { number, source: 'test', callId, unconfirmed: false });
    const { rowCount } = await owner.query(
      `select 1 from outbox join do_not_call as entry on entry.tenant_id = outbox.tenant_id
       where outbox.tenant_id = $1 and type = 'dnc.added' and entry.number = $2 and data ->> 'entryId' = entry.id::text`,
      [kit.tenantId, number],
    );
    return rowCount;
  };
  const { id } = await endpoint();
  expect([await stored(null), await stored(randomUUID())]).toEqual([0, 1]);
  await owner.query("update webhook_endpoints set events = '{call.ended,dnc.added}' where id = $1", [id]);
  expect(await stored(null)).toBe(1);
  await owner.query("update webhook_endpoints set off_reason = 'failing', off_at = now() where id = $1", [
    id,
  ]);
  expect(await stored(null)).toBe(0);
});

test('WH4: a secret that cannot be read now stops the rotation, one that is gone does not', async () => {
  const { id } = await endpoint();
  const until = new Date(clock.time() + 24 * hour);
  const writer = vaultWriter(secrets, now);
  const failing = (error: Error) =>
    createEndpointStore({ database, vault: writer, secretOf: () => Promise.reject(error) });
  const broken = new Error('The connection was lost.');
  await expect(failing(broken).rotate(kit, id, 1, newWebhookSecret(), until)).rejects.toBe(broken);
  const full = createEndpointStore({
    ...{ database, secretOf: async () => newWebhookSecret() },
    vault: { ...writer, put: async () => 'too many secrets' },
  });
  await expect(full.rotate(kit, id, 1, newWebhookSecret(), until)).rejects.toThrow('too many secrets');
  expect((await desk.list(kit.tenantId))[0]).toMatchObject({ revision: 1, earlierSecretUntil: null });
  await owner.query('delete from secrets where tenant_id = $1', [kit.tenantId]);
  const rotated = await failing(new SecretUnusable('webhook', 'missing')).rotate(
    ...([kit, id, 1, newWebhookSecret(), until] as const),
  );
  expect(rotated).toMatchObject({ revision: 2, earlierSecretUntil: null });
  const { rows } = await owner.query('select name from secrets where tenant_id = $1', [kit.tenantId]);
  expect(rows).toEqual([{ name: secretName(id) }]);
});
