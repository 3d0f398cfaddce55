import { randomUUID } from 'node:crypto';
import { agentSubject, doNotCallFileSubject, permissionsOf } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createDoNotCallEditor } from '../src/adapters/postgres/do-not-call/editor.ts';
import { NoticeConnection } from '../src/adapters/postgres/notice-connection.ts';
import { appendToOutbox } from '../src/adapters/postgres/outbox-append.ts';
import { createOutboxStore } from '../src/adapters/postgres/outbox-store.ts';
import { claimText } from '../src/adapters/postgres/webhooks/statements.ts';
import { dispatcherRules } from '../src/features/webhooks/dispatcher.ts';
import type { HeldDeliveries, WebhookManager } from '../src/ports/webhooks.ts';
import { rowsByPlan } from '../testing/plan-rows.ts';
import { openWebhookServers, type WebhookServers } from '../testing/webhook-servers.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const polling = { timeout: 120_000, interval: 5 };

let servers: WebhookServers;
let kit: WebhookManager;
beforeAll(async () => {
  servers = await openWebhookServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  kit = await servers.reset();
});

const claim = (endpointId: string, held: HeldDeliveries) =>
  servers.deliveries.claim({
    ...{ ...dispatcherRules, now: servers.clock.now(), held: new Map([[endpointId, held]]) },
    leaseUntil: new Date(servers.clock.time() + dispatcherRules.leaseMs),
  });

test('WH8: the numbers of a file take half of the places of their endpoint, and the other events find the rest', async () => {
  const { id } = await servers.endpoint(kit);
  await servers.addListed(kit, id, 20);
  const kinds = async (held: HeldDeliveries) =>
    (await claim(id, held)).map(({ isBulk }) => (isBulk ? 'file' : 'call')).toSorted();
  expect(await kinds({ all: 0, bulk: 0 })).toEqual(['file', 'file']);
  for (let call = 0; call < 9; call += 1) await servers.add(kit, [id], `call/${call}`);
  expect(await kinds({ all: 2, bulk: 2 })).toEqual(['call', 'call']);
  expect(await kinds({ all: 0, bulk: 0 })).toEqual(['call', 'call', 'file', 'file']);
  // Nor does the file wait for a time without calls.
  expect(await kinds({ all: 3, bulk: 0 })).toEqual(['file']);
  expect(await kinds({ all: 3, bulk: 1 })).toEqual(['file']);
  expect(await kinds({ all: 3, bulk: 2 })).toEqual(['call']);
  expect(await kinds({ all: 4, bulk: 2 })).toEqual([]);
});

test.each(['the calls', 'the file'])(
  'WH8: an endpoint that refuses events of one kind is told of the other kind too, when %s came first',
  async (first) => {
    const { id } = await servers.endpoint(kit);
    const file = () => servers.addListed(kit, id, 9);
    const calls = async () => {
      for (let call = 0; call < 9; call += 1) await servers.add(kit, [id], `call/${call}`);
    };
    const [before, after] = first === 'the file' ? [file, calls] : [calls, file];
    await before();
    servers.clock.advance(1_000);
    await after();
    await servers.owner.query('update webhook_endpoints set failing_since = $2 where id = $1', [
      ...[id, servers.clock.now()],
    ]);
    // Chance decides which kind it is: that all are of one kind happens once in 2^99 runs.
    const kinds = new Set<boolean>();
    for (let round = 0; round < 100 && kinds.size < 2; round += 1) {
      const claimed = await claim(id, { all: 0, bulk: 0 });
      expect(claimed).toHaveLength(1);
      for (const { isBulk } of claimed) kinds.add(isBulk);
      await servers.deliveries.release(claimed);
    }
    expect(kinds).toEqual(new Set([true, false]));
  },
);

test('WH8: the end of a call and the events of another organization do not wait for a file that is being told', async () => {
  const { receiver } = servers;
  const { id, path } = await servers.endpoint(kit);
  const ann = { tenantId: `${kit.tenantId}_ann`, userId: 'user_ann', displayName: 'Ann' };
  await servers.owner.query('insert into tenants (id, name) values ($1, $1)', [ann.tenantId]);
  const hers = await servers.endpoint(ann);
  await servers.addListed(kit, id, 150);
  const file = () => receiver.received.filter((one) => one.path === path && one.body.type === 'dnc.added');
  // The receiver keeps what was sent before this test.
  const before = receiver.received.length;
  const told = (of: string) =>
    receiver.received.findIndex(({ body }, index) => index >= before && body.queue === of);
  const server = servers.serve();
  server.wake();
  await vi.waitFor(() => expect(file().length).toBeGreaterThan(10), polling);
  await servers.add(kit, [id], 'call/ended');
  await servers.add(ann, [hers.id], 'call/of ann');
  server.wake();
  const sent = receiver.received.length;
  await servers.quiet(server);
  // A few of the file were on their way, or came while what is due was looked for.
  for (const of of ['call/ended', 'call/of ann']) {
    expect(told(of)).toBeGreaterThan(-1);
    expect(told(of)).toBeLessThan(sent + 20);
  }
  expect(file()).toHaveLength(150);
  expect(receiver.received.length - before).toBe(152);
});

test('OB5 WH8: the numbers of a file are handled one at a time, beside the events of everybody', async () => {
  const { database, owner } = servers;
  const { id } = await servers.endpoint(kit);
  await owner.query("update webhook_endpoints set events = '{dnc.added}' where id = $1", [id]);
  const store = createOutboxStore(database, new NoticeConnection(database, silent));
  const consumer = `files ${randomUUID()}`;
  await store.register(consumer, 'now');
  const list = createDoNotCallEditor(database);
  const caller = { ...kit, permissions: permissionsOf.admin, email: null, expiresAt: new Date() };
  for (const part of [0, 1])
    await list.addMany(
      caller,
      Array.from({ length: 1_000 }, (_, n) => `+1500555${String(part * 1_000 + n).padStart(4, '0')}`),
    );
  await list.add(caller, '+15005569999');
  const published = { type: 'agent.published', version: 1, agentId: 'ada', agentVersion: 1 } as const;
  await database.asSystem((tx) => appendToOutbox(tx, kit.tenantId, agentSubject('ada'), published));
  while ((await store.assign()).more);
  const claims = await store.claim([{ consumer, most: 16 }], 15_000);
  const bySubject = Map.groupBy(claims, ({ subject }) => subject);
  expect([...bySubject.keys()].toSorted()).toEqual([
    ...[agentSubject('ada'), doNotCallFileSubject, expect.stringMatching(/^dnc\/[0-9a-f-]{36}$/)],
  ]);
  const [file] = bySubject.get(doNotCallFileSubject) ?? [];
  expect(file?.events.length).toBe(100);
  expect(claims).toHaveLength(3);
});

test.each([
  ['that know of none', false],
  ['of now', true],
])(
  'WH8: among thousands that wait for one moment a claim reads few, with statistics %s',
  async (_, isNew) => {
    const { owner, clock } = servers;
    const { id } = await servers.endpoint(kit);
    await owner.query('analyze webhook_deliveries, webhook_endpoints');
    // Five steps of each of 600 calls, and as many numbers of a file, all to be sent again.
    await owner.query(
      `insert into webhook_deliveries (tenant_id, endpoint_id, id, event_id, type, queue, body, next_at, created_at)
     select $1, $2, gen_random_uuid(), n, case when n <= 3000 then 'call.ended' else 'dnc.added' end,
       case when n <= 3000 then 'call/' || n % 600 else 'dnc/' || n end, '{}', $3, $3
     from generate_series(1, 6000) as n`,
      [kit.tenantId, id, clock.now()],
    );
    if (isNew) await owner.query('analyze webhook_deliveries, webhook_endpoints');
    const { most, mostIdle, perEndpoint, perTenant, bulkPerEndpoint } = dispatcherRules;
    const until = new Date(clock.time() + dispatcherRules.leaseMs);
    const values = [
      ...[clock.now().toISOString(), until.toISOString(), most, perEndpoint, '{}', '{}', randomUUID()],
      ...[perTenant, '{}', bulkPerEndpoint, mostIdle],
    ];
    // Nothing is claimed: the next plan finds the same.
    for (const { plan, returned, read } of await rowsByPlan(owner, 'webhook_deliveries', {
      text: claimText,
      values,
    })) {
      expect(returned, plan).toBe(4);
      expect(read, plan).toBeLessThan(100);
    }
  },
);

test('WH8: a server that has no place for an endpoint locks none of its rows: another server takes them', async () => {
  const { owner, clock } = servers;
  const { id } = await servers.endpoint(kit);
  await owner.query(
    `insert into webhook_deliveries (tenant_id, endpoint_id, id, event_id, type, queue, body, next_at, created_at)
     select $1, $2, gen_random_uuid(), n, 'call.ended', 'call/' || n, '{}', $3, $3 from generate_series(1, 20) as n`,
    [kit.tenantId, id, clock.now()],
  );
  const { mostIdle, perEndpoint, perTenant, bulkPerEndpoint } = dispatcherRules;
  const rowsLocked = async (held: string, sending: string) => {
    const values = [
      ...[clock.now().toISOString(), new Date(clock.time() + 1_000).toISOString(), 0, perEndpoint],
      ...[held, sending, randomUUID(), perTenant, sending === '{}' ? '{}' : '{0}', bulkPerEndpoint, mostIdle],
    ];
    const plans = await rowsByPlan(owner, 'webhook_deliveries', { text: claimText, values });
    return plans.map(({ read }) => read);
  };
  for (const read of await rowsLocked(`{${id}}`, '{1}')) expect(read).toBe(0);
  // To one that is idle one is sent all the same.
  for (const read of await rowsLocked('{}', '{}')) expect(read).toBeGreaterThan(0);
});
