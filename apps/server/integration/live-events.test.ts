import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDesk } from '../testing/desk.ts';
import { DeskClient, type LiveEvents } from '../testing/desk-client.ts';
import { freePort } from '../testing/free-port.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { startServerProcess } from '../testing/server-process.ts';

let desk: OpenDesk;
let closing: AbortController;

beforeAll(async () => {
  desk = await openDesk({ speed: 20 });
  closing = new AbortController();
});
afterEach(() => {
  closing.abort();
  closing = new AbortController();
});
afterAll(() => desk.stop());

function statusesOf({ seen }: LiveEvents, callId: string): string[] {
  return seen.flatMap((event) =>
    event.type === 'call.changed' && event.call._id === callId ? [event.call.status] : [],
  );
}

const sees = (stream: LiveEvents, callId: string, status: string) =>
  expect.poll(() => statusesOf(stream, callId)).toContain(status);

describe('a stream', () => {
  test('carries the events of its own tenant only', async () => {
    const mine = await desk.as().events(closing.signal);
    const theirs = await desk.as({ organization: 'org_other' }).events(closing.signal);
    const id = await desk.as().placeAccepted('+15005550101');
    const other = await desk.as({ organization: 'org_other' }).placeAccepted('+15005550101');
    await sees(mine, id, 'busy');
    await sees(theirs, other, 'busy');
    expect(JSON.stringify(mine.seen)).not.toContain(other);
    expect(JSON.stringify(theirs.seen)).not.toContain(id);
  });

  test('reports created, changed and deleted templates, to its own tenant only', async () => {
    const mine = await desk.as().events(closing.signal);
    const theirs = await desk.as({ organization: 'org_other' }).events(closing.signal);
    const told = () => mine.seen.filter((event) => event.type === 'list.changed').length;
    const path = '/api/templates/templates';
    const body = { name: 'Recall', prompt: 'Say hello.' };
    const made = await desk.as().request('POST', path, { ...body, agentId: 'kuzco' });
    await expect.poll(told).toBe(1);
    const { template } = made.body as { template: { _id: string } };
    await desk.as().request('PUT', `${path}/${template._id}`, body);
    await expect.poll(told).toBe(2);
    await desk.as().request('DELETE', `${path}/${template._id}`);
    await expect.poll(told).toBe(3);
    expect(mine.seen).toContainEqual({ type: 'list.changed', list: 'templates' });
    expect(theirs.seen.filter((event) => event.type === 'list.changed')).toEqual([]);
  });

  test('reports an inbound call', async () => {
    const stream = await desk.as().events(closing.signal);
    desk.lab.dialIn({ from: '+15005550044', to: '+15005550006' });
    const callers = () =>
      stream.seen.flatMap((event) => (event.type === 'call.changed' ? [event.call.from] : []));
    await expect.poll(callers).toContain('+15005550044');
  });

  test('ends when its token expires', async () => {
    const opened = async (seconds: number) => {
      const exp = Math.floor(Date.now() / 1000) + seconds;
      return { exp, stream: await desk.as().events(closing.signal, { exp }) };
    };
    // On a busy machine the first token may expire before the stream is open.
    const { exp, stream } = await opened(2).catch(() => opened(30));
    await stream.closed;
    expect(Date.now()).toBeGreaterThanOrEqual(exp * 1000 - 500);
  });

  test('is limited in number for one user', async () => {
    const client = desk.as({ id: 'user_many' });
    await Promise.all(Array.from({ length: 10 }, () => client.events(closing.signal)));
    expect(await client.request('GET', '/api/events')).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    await desk.as({ id: 'user_other' }).events(closing.signal);
    closing.abort();
    closing = new AbortController();
    await expect
      .poll(() =>
        client.events(closing.signal).then(
          () => 'open',
          () => 'full',
        ),
      )
      .toBe('open');
  });

  test('asks its page to fetch again after the connection to the database was lost', async () => {
    const stream = await desk.as().events(closing.signal);
    const admin = new pg.Client(desk.database.owner);
    await admin.connect();
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley live' and datname = $1",
      [desk.database.owner.database],
    );
    await admin.end();
    expect(rowCount).toBeGreaterThan(0);
    await expect.poll(() => stream.seen).toContainEqual({ type: 'refetch' });
    const id = await desk.as().placeAccepted('+15005550101');
    await sees(stream, id, 'busy');
  });

  test('needs a token', async () => {
    expect((await fetch(`${desk.url}/api/events`)).status).toBe(401);
  });
});

test('a server that accepts requests receives every notification already', async () => {
  const port = await freePort();
  const admin = new pg.Client(desk.database.owner);
  await admin.connect();
  const listening = async () => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where application_name = 'parley live' and datname = $1 and query like 'listen %'",
      [desk.database.owner.database],
    );
    return rowCount ?? 0;
  };
  const before = await listening();
  // The first thing that a server does after it listens needs this table: the lock stops it there.
  await admin.query('begin');
  await admin.query('lock table tenants in access exclusive mode');
  const starting = startDesk(desk.deployment, { PORT: String(port) });
  const open = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(open).toBe(200);
  expect(await listening()).toBe(before + 1);
  await admin.query('commit');
  await admin.end();
  await (await starting).stop();
});

test('a server that stops ends its streams at once', async () => {
  const own = await startDesk(desk.deployment);
  const stream = await own.as().events(closing.signal);
  await own.stop();
  await stream.closed;
});

// Last, because a starting server points the lab's numbers at itself.
test('a change in one process reaches pages of another', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-live-'));
  const settings = { ...desk.deployment.settings, DATA_DIR: dataDir };
  const [here, there] = await Promise.all([startServerProcess(settings), startServerProcess(settings)]);
  try {
    expect(here.child.pid).not.toBe(there.child.pid);
    const watching = await new DeskClient(here.url, desk.deployment.mint, {}).events(closing.signal);
    const id = await new DeskClient(there.url, desk.deployment.mint, {}).placeAccepted('+15005550010');
    await sees(watching, id, 'completed');
    const statuses = statusesOf(watching, id);
    expect(statuses[0]).toBe('queued');
    const order = ['queued', 'initiated', 'ringing', 'in-progress', 'completed'];
    const ranks = statuses.map((status) => order.indexOf(status));
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    const other = new DeskClient(there.url, desk.deployment.mint, {});
    expect((await other.remove(id)).status).toBe(200);
    await expect.poll(() => watching.seen).toContainEqual({ type: 'call.removed', callId: id });
  } finally {
    closing.abort();
    await Promise.all([here.end(), there.end()]);
    await rm(dataDir, { recursive: true, force: true });
  }
});
