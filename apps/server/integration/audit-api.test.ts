import { once } from 'node:events';
import { apiRoutes } from '@parley/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { everyEntry } from '../src/adapters/postgres/audit/reading-rows.ts';
import { openKillableDesk } from '../testing/killable-desk.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
let owner: pg.Client;

beforeAll(async () => {
  desk = await openDesk();
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
});

interface Shown {
  id: number;
  at: string;
  action: string;
  kind: string;
  subject: string;
  address: string | null;
  data: object;
  actor: { id: string; kind: string; name: string | null };
}

async function entries(query = ''): Promise<Shown[]> {
  const { status, body } = await desk.client.request('GET', `/api/audit?limit=1000${query}`);
  expect(status).toBe(200);
  return body.entries;
}

/** Readings are stored half a second later. */
const untilStored = (action: string, count = 1) =>
  vi.waitFor(
    async () => {
      const found = (await entries(`&action=${action}`)).filter((entry) => entry.action === action);
      expect(found.length).toBeGreaterThanOrEqual(count);
      return found;
    },
    { interval: 200, timeout: 30_000 },
  );

const call = async () => {
  const { body } = await desk.client.request(
    'POST',
    '/api/twilio/gs-dental/call',
    { phoneNumber: '+12025550123', message: 'Say hello to Robin Vale.' },
    { 'idempotency-key': crypto.randomUUID() },
  );
  return body.callId as string;
};

describe('AU4: who reads', () => {
  test('a call, a list and the event stream has an entry with person and address', async () => {
    const id = await call();
    await desk.client.request('GET', `/api/calls/${id}`);
    await desk.client.request('GET', '/api/calls');
    const [read] = await untilStored('call.read');
    expect(read).toMatchObject({
      ...{ kind: 'read', subject: id, address: '127.0.0.1', data: {} },
      actor: { id: 'user_kit', kind: 'person' },
    });
    const [listed] = await untilStored('calls.listed');
    expect(listed?.data).toEqual({ count: 1, first: id, last: id });
    const stream = new AbortController();
    const response = await fetch(`${desk.client.url}/api/events`, {
      headers: { authorization: `Bearer ${await desk.client.token()}` },
      signal: stream.signal,
    });
    expect(response.status).toBe(200);
    stream.abort();
    await untilStored('calls.watched');
  });

  test('what was refused or not found is no reading', async () => {
    const before = (await entries('&kind=read&action=call.read')).length;
    await desk.client.request('GET', '/api/calls/019a8b5e-6c00-7000-8000-000000000001');
    await desk.as({ id: 'user_viewer', role: 'viewer' }).request('GET', '/api/audit');
    const id = await call();
    await desk.client.request('GET', `/api/calls/${id}`);
    await untilStored('call.read', before + 1);
    expect(await entries('&kind=read&action=call.read')).toHaveLength(before + 1);
    expect(await entries('&actor=user_viewer')).toEqual([]);
  });

  test('AU3: the log holds no number, name or word of anybody', async () => {
    await desk.client.request('POST', '/api/contacts', {
      ...{ number: '+12025550123', name: 'Robin Vale', language: null, timeZone: null },
      ...{ consent: {}, notes: 'Prefers mornings', agentNotes: '' },
    });
    await desk.client.request('GET', '/api/contacts?search=robin');
    await desk.client.request('GET', '/api/contacts/suggestions?text=robin');
    await desk.client.request('GET', '/api/contacts/numbers/%2B12025550123');
    await desk.client.request('GET', '/api/contacts/numbers/%2B12025550123/calls');
    await untilStored('contact.read');
    const { rows } = await owner.query(everyEntry);
    const text = JSON.stringify(rows);
    for (const secret of ['2025550123', 'Robin', 'robin', 'Vale', 'hello', 'mornings', '@'])
      expect(text).not.toContain(secret);
  });
});

describe('AU12: the log of an organization', () => {
  test('is filtered by person, action, kind and time, a page at a time, newest first', async () => {
    const all = await entries();
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const first = await desk.client.request('GET', '/api/audit?limit=2&actor=user_kit');
    const second = await desk.client.request(
      'GET',
      `/api/audit?limit=2&actor=user_kit&before=${first.body.nextCursor}`,
    );
    const ids = [...first.body.entries, ...second.body.entries].map(({ id }: Shown) => id);
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    expect((await entries('&kind=change')).every(({ kind }) => kind === 'change')).toBe(true);
    expect((await entries('&by=command+line')).length).toBe(0);
    expect(await entries('&from=2099-01-01T00:00:00Z')).toEqual([]);
    expect((await entries('&to=2099-01-01T00:00:00Z')).length).toBeGreaterThan(3);
    expect((await entries('&action=call.placed')).every(({ action }) => action === 'call.placed')).toBe(true);
  });

  test('shows an entry, who has entries, and an export that is written down itself', async () => {
    const [entry] = await entries('&action=call.placed');
    const one = await desk.client.request('GET', `/api/audit/${entry?.id}`);
    expect(one.body.entry).toMatchObject({
      id: entry?.id,
      action: 'call.placed',
      data: { agentId: 'gs-dental' },
    });
    await vi.waitFor(
      async () => {
        const again = await desk.client.request('GET', `/api/audit/${entry?.id}`);
        expect(again.body.entry.sealed).toBe(true);
      },
      { interval: 300, timeout: 30_000 },
    );
    const { body } = await desk.client.request('GET', '/api/audit/actors');
    expect(body.actors).toContainEqual({ id: 'user_kit', kind: 'person', name: null });
    const exported = await desk.client.request('GET', '/api/audit/export?kind=change&limit=1');
    expect(exported.body.entries).toHaveLength(1);
    await desk.client.request('GET', `/api/audit/export?kind=change&after=${exported.body.nextCursor}`);
    const files = await untilStored('audit.exported');
    expect(files.map(({ data }) => data)).toEqual([{ kind: 'change' }]);
    await untilStored('audit.read');
    expect((await desk.client.request('GET', '/api/audit/999999999')).body.code).toBe(
      'audit_entry_not_found',
    );
  });

  test('is no other organization’s, and no operator’s', async () => {
    const stranger = desk.as({ id: 'user_other', organization: 'org_other' });
    const [entry] = await entries();
    expect((await stranger.request('GET', `/api/audit/${entry?.id}`)).status).toBe(404);
    const { body } = await stranger.request('GET', '/api/audit');
    expect(JSON.stringify(body)).not.toContain('user_kit');
    const routes = Object.values(apiRoutes).filter(({ path }) => path.startsWith('/api/audit'));
    expect(routes).toHaveLength(4);
    for (const role of ['viewer', 'operator']) {
      for (const { path } of routes) {
        const answer = await desk.as({ id: `user_${role}`, role }).request('GET', path.replace(':id', '1'));
        expect([answer.status, answer.body.code]).toEqual([403, 'not_permitted']);
      }
    }
  });
});

test('AU5: a server that is killed loses at most the readings since it last stored some', async () => {
  const killable = await openKillableDesk(10, {});
  const client = new pg.Client(killable.owner);
  await client.connect();
  const stored = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from (${everyEntry}) l where action = 'call.read'`,
    );
    return rows[0]?.count ?? 0;
  };
  try {
    const first = await killable.start({});
    const number = '+12025551999';
    const { body } = await killable
      .clientOf(first)
      .place(number, { key: crypto.randomUUID(), message: 'Say goodbye.' });
    for (const [round, more] of [0, 1, 5].entries()) {
      const server = round === 0 ? first : await killable.start({});
      const reader = killable.clientOf(server);
      const read = async (times: number) => {
        for (let n = 0; n < times; n += 1)
          expect((await reader.request('GET', `/api/calls/${body.callId}`)).status).toBe(200);
      };
      const expected = (await stored()) + 20;
      await read(20);
      // It stores them by itself, half a second after the first of them.
      await expect.poll(stored).toBe(expected);
      await read(more);
      const dead = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await dead;
      const kept = await stored();
      expect(kept).toBeGreaterThanOrEqual(expected);
      expect(kept).toBeLessThanOrEqual(expected + more);
    }
  } finally {
    await client.end();
    await killable.stop();
  }
});
