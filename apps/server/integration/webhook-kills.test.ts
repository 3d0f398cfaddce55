import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type KillableDesk, openKillableDesk } from '../testing/killable-desk.ts';
import type { ServerProcess } from '../testing/server-process.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let desk: KillableDesk;
let receiver: WebhookReceiver;
let owner: pg.Client;

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  desk = await openKillableDesk(10, { TOOL_HOSTS: '127.0.0.1' });
  owner = new pg.Client(desk.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
  await receiver.close();
});

/** Accepts so many events, and answers no other: whoever sends one then is killed before it hears an answer. */
function killsAfter(accepted: number) {
  const unanswered = new Set<string>();
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let left = accepted;
  receiver.answer = ({ id }) => {
    left -= 1;
    if (left >= 0) return { status: 204 };
    unanswered.add(id);
    resolve();
    return 'stall';
  };
  return async (server: ServerProcess) => {
    await reached;
    const dead = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    expect(await dead).toEqual([null, 'SIGKILL']);
    return unanswered;
  };
}

/** As if the 45 seconds were over for which nobody else sends what a dead server had in hand. */
const endLeases = () =>
  owner.query('update webhook_deliveries set lease_until = now() where lease_until is not null');

test('WH2 WH8: what a killed server had sent and not noted is sent again by another with the same id, and nothing is lost', async () => {
  const numbers = Array.from({ length: 60 }, (_, n) => `+15005557${String(n).padStart(3, '0')}`);
  const first = await desk.start();
  const { body } = await desk.clientOf(first).request('POST', '/api/webhooks', {
    ...{ name: 'Practice software', address: `${receiver.url}/kills`, events: ['dnc.added'] },
  });
  receiver.secrets.set('/kills', body.secret);
  const killFirst = killsAfter(10);
  const rows = numbers.map((number, row) => ({ row: row + 1, number }));
  const client = desk.clientOf(first);
  const imported = await client.request('POST', '/api/do-not-call/import', { rows, country: null });
  expect(imported.body.added).toBe(numbers.length);
  const unanswered = [await killFirst(first)];
  // It was sent, and nothing is stored of it but that it is being sent.
  for (const id of unanswered[0] ?? []) {
    const { rows: left } = await owner.query(
      "select state, attempts, lease_until > now() as leased from webhook_deliveries where 'msg_' || replace(id::text, '-', '') = $1",
      [id],
    );
    expect(left).toEqual([{ state: 'waiting', attempts: 0, leased: true }]);
  }
  await endLeases();
  const killSecond = killsAfter(15);
  unanswered.push(await killSecond(await desk.start()));
  await endLeases();
  receiver.answer = () => ({ status: 204 });
  const third = await desk.start();
  const delivered = async () =>
    (await owner.query("select 1 from webhook_deliveries where state = 'delivered'")).rowCount;
  await vi.waitFor(async () => expect(await delivered()).toBe(numbers.length), {
    ...{ timeout: 240_000, interval: 100 },
  });
  await third.end();

  const seen = receiver.received;
  expect(seen.filter(({ verified }) => !verified)).toEqual([]);
  // One id for each number, however often it was sent, and the same bytes each time.
  const byId = Map.groupBy(seen, ({ id }) => id);
  expect([...byId.values()].map(([one]) => one?.body.data.number).toSorted()).toEqual(numbers);
  for (const [id, sent] of byId) expect([id, new Set(sent.map(({ raw }) => raw)).size]).toEqual([id, 1]);
  for (const killed of unanswered) for (const id of killed) expect(byId.get(id)?.length).toBeGreaterThan(1);
});
