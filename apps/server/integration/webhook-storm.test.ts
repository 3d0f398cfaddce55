import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { load } from '../testing/load.ts';
import { openWebhookServers, type WebhookServers } from '../testing/webhook-servers.ts';

let servers: WebhookServers;
beforeAll(async () => {
  servers = await openWebhookServers();
});
afterAll(() => servers.stop());

const minute = 60_000;
const steps = 5;
/** Two endpoints are told of each step: 10,000 deliveries in a soak, 1,000 in every other run. */
const calls = load(1_000);

test(`WH2 WH3 WH5 WH7 WH8: of ${calls * steps * 2} deliveries none is lost, unsigned or before its turn, though servers are killed and receivers fail, stall, redirect and answer that they are gone`, async () => {
  const { receiver, deliveries, desk, owner, clock } = servers;
  const kit = await servers.reset();
  const both = [await servers.endpoint(kit), await servers.endpoint(kit)] as const;
  const ids = both.map(({ id }) => id);
  for (let step = 0; step < steps; step += 1)
    for (let call = 0; call < calls; call += 1) await servers.add(kit, ids, `call/${call}`, step);
  await servers.add(kit, ids, 'call/again', 0, true);
  const seenAt = (path: string) => receiver.received.filter((one) => one.path === path);

  // A server that is killed between sending and storing that it has sent.
  let killed = false;
  const first = servers.serve({
    note: async (claimed, noted) => {
      killed ||= receiver.received.length > calls;
      return killed ? new Promise<boolean>(() => {}) : deliveries.note(claimed, noted);
    },
  });
  first.wake();
  await vi.waitFor(() => expect(killed).toBe(true), { timeout: 600_000, interval: 5 });
  servers.forget(first);

  // Some are refused, redirected or not answered at first, and each endpoint says twice that it is gone.
  let requests = 0;
  const gone = new Map<string, number>();
  receiver.answer = ({ path }, time) => {
    requests += 1;
    const timesGone = gone.get(path) ?? 0;
    if (timesGone < 2 && requests > (timesGone + 1) * calls) {
      gone.set(path, timesGone + 1);
      return { status: 410 };
    }
    if (time > 1) return { status: 200 };
    if (requests % 97 === 0) return 'stall';
    if (requests % 11 === 0) return { status: 302, headers: { location: '/' } };
    return { status: requests % 7 === 0 ? 500 : 200 };
  };
  const second = servers.serve();
  const left = async () =>
    (await owner.query("select 1 from webhook_deliveries where state <> 'delivered'")).rowCount;
  /** Somebody switches on what was switched off, and has sent again what was given up by it. */
  const reenable = async () => {
    for (const { id, name, address, enabled, revision } of await desk.list(kit.tenantId)) {
      if (enabled) continue;
      const change = { name, address, events: ['call.ended' as const], enabled: true, revision };
      await desk.change(kit, id, change, clock.now());
      const span = { from: '2000-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z', which: 'failed' as const };
      await desk.repeatRange(kit, id, span, clock.now());
    }
  };
  for (let round = 0; round < calls && (await left()) !== 0; round += 1) {
    await reenable();
    await servers.pass(second, 6 * minute);
  }
  expect(await left()).toBe(0);
  expect([...gone.values()]).toEqual([2, 2]);

  for (const { path } of both) {
    const seen = seenAt(path);
    expect(seen.filter(({ verified }) => !verified)).toEqual([]);
    const byId = Map.groupBy(seen, ({ id }) => id);
    const told = [...byId.values()].map(([one]) => `${one?.body.queue} ${one?.body.step}`);
    expect([byId.size, new Set(told).size]).toEqual([calls * steps, calls * steps]);
    for (const [id, sent] of byId) expect([id, new Set(sent.map(({ raw }) => raw)).size]).toEqual([id, 1]);
    // By when each was seen first: repeats are recognised by their id.
    const firstSeen = Map.groupBy(
      [...byId.values()].flatMap(([one]) => (one === undefined ? [] : [one])),
      ({ body }) => body.queue as string,
    );
    for (const of of firstSeen.values()) expect(of.map(({ body }) => body.step)).toEqual([0, 1, 2, 3, 4]);
  }
});
