import { randomUUIDv7 } from 'node:crypto';
import { apiRoutes, examples, permissionsOf, type Route, type RouteName, roles } from '@parley/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
let mine: DeskClient;
let theirs: DeskClient;
let things: Things;

/** What one tenant has and another one tries to reach. */
interface Things {
  readonly live: string;
  readonly sid: string;
  readonly past: string;
  readonly template: string;
}

beforeAll(async () => {
  // In real time and without an answer, so that a ringing call keeps ringing during the attack.
  desk = await openDesk({ speed: 1, callees: { default: 'handset' } });
  mine = desk.as({ organization: 'org_mine' });
  theirs = desk.as({ organization: 'org_theirs', id: 'user_mallory' });
  const past = await mine.placeAccepted('+12025550111', { message: 'What nobody else may read.' });
  await mine.end(past);
  await until(past, 'canceled');
  const live = await mine.placeAccepted('+12025550112');
  const sid = desk.lab.calls().find(({ to }) => to === '+12025550112')?.sid ?? '';
  await until(live, 'ringing');
  const body = { name: 'Ours', prompt: 'What nobody else may read.', agentId: 'kuzco' };
  const template = (await mine.request('POST', '/api/templates/templates', body)).body.template._id;
  things = { live, sid, past, template };
});
afterAll(() => desk.stop());

/** `expect.poll` works only inside a test; this waits before them. */
const until = (id: string, status: string) =>
  vi.waitFor(async () => expect((await mine.call(id)).status).toBe(status), 60_000);

async function everything() {
  return {
    calls: await mine.calls(),
    past: await mine.call(things.past),
    live: await mine.call(things.live),
    templates: (await mine.request('GET', '/api/templates/templates')).body,
    line: desk.lab.call(things.sid)?.status,
  };
}

const withId = (Object.entries(apiRoutes) as [RouteName, Route][]).filter(([, { path }]) =>
  path.includes(':id'),
);

test.each(withId)('%s with a guessed id finds nothing and changes nothing', async (name, route) => {
  const before = await everything();
  const body = examples[name].body as object | undefined;
  const ask = (id: string) => theirs.request(route.method, route.path.replace(':id', id), body);
  const unknown = await ask(randomUUIDv7());
  expect(unknown.status).toBe(404);
  for (const id of [things.live, things.past, things.template, things.live.toUpperCase()]) {
    const { status, body: said } = await ask(id);
    // The same answer as for an id that does not exist.
    expect({ status, said }).toEqual({ status: 404, said: unknown.body });
  }
  expect(await everything()).toEqual(before);
});

test.each(roles)(
  'PM7: a %s of another tenant learns no more from a real id than from a made-up one',
  async (role) => {
    const before = await everything();
    const other = desk.as({ organization: 'org_theirs', id: 'user_mallory', role });
    for (const [name, route] of withId) {
      const body = examples[name].body as object | undefined;
      const ask = (id: string) => other.request(route.method, route.path.replace(':id', id), body);
      const unknown = await ask(randomUUIDv7());
      const needed = route.guard === 'public' ? null : route.permission;
      const allowed = needed === null || permissionsOf[role].includes(needed);
      expect([name, unknown.status]).toEqual([name, allowed ? 404 : 403]);
      for (const id of [things.live, things.past, things.template]) {
        const { status, body: said } = await ask(id);
        expect({ name, status, said }).toEqual({ name, status: unknown.status, said: unknown.body });
      }
    }
    expect(await everything()).toEqual(before);
  },
);

test('no list shows a row of another tenant, wherever its page starts', async () => {
  const own = await theirs.placeAccepted('+12025550113');
  for (const query of ['limit=100', `limit=100&afterId=${things.live}`, `limit=100&afterId=${things.past}`]) {
    const { body } = await theirs.request('GET', `/api/calls?${query}`);
    for (const { _id } of body.calls) expect(_id).toBe(own);
  }
  const templates = JSON.stringify((await theirs.request('GET', '/api/templates/templates')).body);
  expect(templates).not.toContain(things.template);
  expect(templates).not.toContain('nobody else');
  await theirs.end(own);
});

test('a call or a template for the agent of another tenant belongs to the caller’s own tenant', async () => {
  const before = await everything();
  const id = await theirs.placeAccepted('+12025550114', { agentId: 'kuzco' });
  const body = { name: 'Theirs', prompt: 'Say hello.', agentId: 'kuzco' };
  expect((await theirs.request('POST', '/api/templates/templates', body)).status).toBe(200);
  await theirs.end(id);
  expect(await everything()).toEqual(before);
});

test('an event stream carries nothing of another tenant', async () => {
  const closing = new AbortController();
  const stream = await theirs.events(closing.signal);
  const id = await mine.placeAccepted('+12025550115');
  await mine.end(id);
  await mine.waitUntilEnded(id);
  await mine.remove(id);
  const own = await theirs.placeAccepted('+12025550116');
  await theirs.end(own);
  const last = () =>
    stream.seen.flatMap((event) => (event.type === 'call.changed' ? [event.call.status] : []));
  await expect.poll(last).toContain('canceled');
  expect(stream.raw()).toContain(own);
  expect(stream.raw()).not.toContain(id);
  expect(stream.raw()).not.toContain('0115');
  closing.abort();
});
