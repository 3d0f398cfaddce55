import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { secretName } from '../src/adapters/postgres/webhooks/rows.ts';
import { attemptWaitsMs } from '../src/features/webhooks/delivery-state.ts';
import type { WebhookDispatcher } from '../src/features/webhooks/dispatcher.ts';
import { newWebhookSecret } from '../src/lib/webhook-signature.ts';
import type { WebhookDeliveries, WebhookManager } from '../src/ports/webhooks.ts';
import type { ManualClock } from '../testing/manual-clock.ts';
import type { WebhookReceiver } from '../testing/webhook-receiver.ts';
import { openWebhookServers, type WebhookServers } from '../testing/webhook-servers.ts';

const [minute, hour] = [60_000, 3_600_000];

let servers: WebhookServers;
let clock: ManualClock;
let owner: pg.Client;
let receiver: WebhookReceiver;
let deliveries: WebhookDeliveries;
let desk: WebhookServers['desk'];
let kit: WebhookManager;

beforeAll(async () => {
  servers = await openWebhookServers();
  ({ clock, owner, receiver, deliveries, desk } = servers);
});
afterAll(() => servers.stop());
beforeEach(async () => {
  kit = await servers.reset();
});

const serve = () => servers.serve();
const quiet = (dispatcher: WebhookDispatcher) => servers.quiet(dispatcher);
const pass = (dispatcher: WebhookDispatcher, ms: number) => servers.pass(dispatcher, ms);
const endpoint = () => servers.endpoint(kit);
const add = (endpointIds: readonly string[], queue: string, step = 0) =>
  servers.add(kit, endpointIds, queue, step);
/** Each of its own call. */
let calls = 0;
const anotherCall = () => `call/of ${++calls}`;

const states = async (endpointId: string) => {
  const { rows } = await owner.query(
    'select state, attempts from webhook_deliveries where endpoint_id = $1 order by event_id',
    [endpointId],
  );
  return rows.map(({ state, attempts }) => `${state} ${attempts}`);
};
const seenAt = (path: string) => receiver.received.filter((one) => one.path === path);

test('WH8: an event that is refused holds up later ones of its call, and those of no other call', async () => {
  const { id, path } = await endpoint();
  for (const step of [0, 1, 2]) await add([id], 'call/a', step);
  await add([id], 'call/b');
  receiver.answer = ({ body }, time) => ({ status: body.queue === 'call/a' && time < 3 ? 503 : 200 });
  const server = serve();
  server.wake();
  await quiet(server);
  expect(await states(id)).toEqual(['waiting 1', 'waiting 0', 'waiting 0', 'delivered 1']);
  const page = await desk.deliveries(kit.tenantId, id, { state: 'waiting', limit: 40 });
  expect(page?.deliveries.map(({ held }) => held)).toEqual([true, true, false]);
  await pass(server, 5_000);
  await pass(server, 5 * minute);
  expect(await states(id)).toEqual(['delivered 3', 'waiting 1', 'waiting 0', 'delivered 1']);
  for (let round = 0; round < 4; round += 1) await pass(server, 5 * minute);
  expect(await states(id)).toEqual(['delivered 3', 'delivered 3', 'delivered 3', 'delivered 1']);
  expect(seenAt(path)).toHaveLength(10);
});

test('WH8: an endpoint that does not answer takes few places and delays no other', async () => {
  const [slow, quick] = [await endpoint(), await endpoint()];
  for (let n = 0; n < 30; n += 1) await add([slow.id, quick.id], anotherCall());
  receiver.answer = ({ path }) => (path === slow.path ? 'stall' : { status: 200 });
  const server = serve();
  server.wake();
  await quiet(server);
  expect(seenAt(quick.path)).toHaveLength(30);
  expect(seenAt(slow.path)).toHaveLength(4);
  // After its time-out it is tried with one at a time.
  clock.advance(15_000);
  const timedOut = () =>
    owner.query(
      "select made -> 'attempts' -> 0 as attempt from webhook_deliveries where endpoint_id = $1 and attempts = 1",
      [slow.id],
    );
  await vi.waitFor(async () => expect((await timedOut()).rows).toHaveLength(4), { timeout: 60_000 });
  await vi.waitFor(() => expect([server.busy, receiver.stalled]).toEqual([1, 1]), { timeout: 60_000 });
  expect(seenAt(slow.path)).toHaveLength(5);
  const { rows } = await timedOut();
  expect(rows[0].attempt).toMatchObject({ status: null, problem: 'timeout', milliseconds: 15_000 });
});

test('WH5 WH7: what answers 410 is switched off, and goes on when it is switched on again', async () => {
  const { id, path } = await endpoint();
  await add([id], 'call/a', 0);
  await add([id], 'call/a', 1);
  receiver.answer = () => ({ status: 410, text: 'no more' });
  const server = serve();
  server.wake();
  await quiet(server);
  const [shown] = await desk.list(kit.tenantId);
  expect(shown).toMatchObject({ enabled: false, off: { reason: 'gone' }, waiting: 1, revision: 2 });
  expect(await deliveries.wanting(kit.tenantId, 'call.ended')).toEqual([]);
  const { rows } = await owner.query(
    "select data from outbox where type = 'webhook.off' and tenant_id = $1",
    [kit.tenantId],
  );
  expect(rows).toEqual([{ data: { version: 1, endpointId: id, reason: 'gone' } }]);
  await pass(server, hour);
  expect(seenAt(path)).toHaveLength(1);
  receiver.answer = () => ({ status: 200 });
  const settings = { name: 'On', address: `${receiver.url}${path}`, events: ['call.ended' as const] };
  await desk.change(kit, id, { ...settings, enabled: true, revision: 2 }, clock.now());
  server.wake();
  await quiet(server);
  expect(await states(id)).toEqual(['failed 1', 'delivered 1']);
});

test('WH5 WH7: after ten attempts it is given up and the endpoint switched off, unless it has accepted others', async () => {
  const [dead, picky] = [await endpoint(), await endpoint()];
  await add([dead.id, picky.id], 'call/a', 0);
  await add([dead.id, picky.id], 'call/a', 1);
  receiver.answer = ({ path, body }) => ({ status: path === picky.path && body.step !== 0 ? 200 : 500 });
  const server = serve();
  server.wake();
  await quiet(server);
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    // Accepted, though the other one is not.
    if (attempt === 5) await add([picky.id], 'call/b', 7);
    await pass(server, attemptWaitsMs[attempt - 1] ?? 0);
  }
  const listed = await desk.list(kit.tenantId);
  expect(listed.find(({ id }) => id === dead.id)).toMatchObject({
    enabled: false,
    off: { reason: 'failing' },
  });
  expect(listed.find(({ id }) => id === picky.id)).toMatchObject({ enabled: true, off: null });
  expect((await states(dead.id))[0]).toBe('failed 10');
  // What comes after it is sent nevertheless.
  expect(await states(picky.id)).toEqual(['failed 10', 'delivered 1', 'delivered 1']);
  const detail = await desk.deliveries(kit.tenantId, dead.id, { state: 'failed', limit: 1 });
  const shown = await desk.delivery(kit.tenantId, dead.id, detail?.deliveries[0]?.id ?? '');
  if (typeof shown === 'string') throw new Error(shown);
  expect(shown.made.map(({ status }) => status)).toEqual(Array(10).fill(500));
});

test('WH4: for a day the secret before signs too', async () => {
  const { id, path } = await endpoint();
  const server = serve();
  const sent = async () => {
    await add([id], anotherCall());
    server.wake();
    await quiet(server);
    const latest = seenAt(path).at(-1);
    return [latest?.verified, latest?.signatures];
  };
  expect(await sent()).toEqual([true, 1]);
  const until = new Date(clock.time() + 24 * hour);
  const next = newWebhookSecret();
  await desk.rotate(kit, id, 1, next, until);
  // The receiver still has the one before.
  expect(await sent()).toEqual([true, 2]);
  receiver.secrets.set(path, next);
  expect(await sent()).toEqual([true, 2]);
  // Somebody who has not seen the change is refused: two secrets would have been shown.
  expect(await desk.rotate(kit, id, 1, newWebhookSecret(), until)).toBe('changed');
  const last = newWebhookSecret();
  await desk.rotate(kit, id, 2, last, until);
  expect(await sent()).toEqual([true, 2]);
  receiver.secrets.set(path, last);
  clock.advance(25 * hour);
  expect(await sent()).toEqual([true, 1]);
  await deliveries.forgetEarlierSecrets(clock.now());
  const { rows } = await owner.query('select name from secrets where tenant_id = $1', [kit.tenantId]);
  expect(rows).toEqual([{ name: secretName(id) }]);
});

test('WH6: no redirect is followed, and an address that leads into a private network is not connected to', async () => {
  const { id, path } = await endpoint();
  await add([id], 'call/a');
  receiver.answer = () => ({
    status: 307,
    headers: { location: `${receiver.url}/elsewhere` },
    text: 'x'.repeat(5_000),
  });
  const server = serve();
  server.wake();
  await quiet(server);
  expect(seenAt('/elsewhere')).toEqual([]);
  await owner.query("update webhook_endpoints set address = 'https://10.0.0.1/' where id = $1", [id]);
  await pass(server, 5_000);
  const { rows } = await owner.query('select made from webhook_deliveries where endpoint_id = $1', [id]);
  const [redirect, refused] = rows[0].made.attempts;
  expect([redirect.status, redirect.problem, redirect.answer.length]).toEqual([307, 'redirect', 2_048]);
  expect([refused.status, refused.problem]).toEqual([null, 'not_allowed']);
  expect(seenAt(path)).toHaveLength(1);
});

test('WH5: Retry-After is waited for', async () => {
  const { id, path } = await endpoint();
  await add([id], 'call/a');
  receiver.answer = (_, time) =>
    time === 1 ? { status: 429, headers: { 'retry-after': '120' } } : { status: 200 };
  const server = serve();
  server.wake();
  await quiet(server);
  await pass(server, 119_000);
  expect(seenAt(path)).toHaveLength(1);
  await pass(server, 2_000);
  expect(await states(id)).toEqual(['delivered 2']);
});

test('WH9: deliveries are removed after 30 days, those that wait included', async () => {
  const { id } = await endpoint();
  await add([id], 'call/a');
  const server = serve();
  server.wake();
  await quiet(server);
  receiver.answer = () => ({ status: 410 });
  await add([id], 'call/b', 0);
  await add([id], 'call/b', 1);
  server.wake();
  await quiet(server);
  expect(await states(id)).toEqual(['delivered 1', 'failed 1', 'waiting 0']);
  await add([(await endpoint()).id], 'call/c');
  expect(await deliveries.trim(clock.now())).toBe(0);
  expect(await deliveries.trim(new Date(clock.time() + 1))).toBe(4);
});
