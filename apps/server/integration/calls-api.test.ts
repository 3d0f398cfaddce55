import { randomUUIDv7 } from 'node:crypto';
import { agentsResponse, callResponse, callsResponse, templatesResponse } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { removeDeleted } from '../testing/remove-deleted.ts';

let desk: OpenDesk;
let client: DeskClient;

beforeAll(async () => {
  desk = await openDesk({ speed: 50 });
  ({ client } = desk);
});
afterAll(() => desk.stop());

describe('agents', () => {
  test('there are two from the start, with their numbers', async () => {
    const { body } = await client.request('GET', '/api/agents');
    expect(agentsResponse.safeParse(body).success).toBe(true);
    expect(body.agents).toEqual([
      { id: 'gs-dental', displayName: 'GS Dental', phoneNumber: '+15005550006', engine: 'relay' },
      { id: 'kuzco', displayName: 'Kuzco', phoneNumber: '+15005550007', engine: 'relay' },
    ]);
  });

  test('an organization seen for the first time has them too, whoever comes first', async () => {
    const newcomer = desk.as({ organization: `org_${randomUUIDv7()}` });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => newcomer.request('GET', '/api/agents')),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.agents.map(({ id }: { id: string }) => id)).toEqual(['gs-dental', 'kuzco']);
      // A number belongs to one agent across all tenants.
      expect(body.agents.map((agent: { phoneNumber: null }) => agent.phoneNumber)).toEqual([null, null]);
    }
    const { body } = await newcomer.request('GET', '/api/templates/templates');
    expect(templatesResponse.safeParse(body).success).toBe(true);
    for (const id of ['gs-dental', 'kuzco']) {
      expect(body.templates[id].length).toBeGreaterThanOrEqual(2);
      for (const template of body.templates[id]) expect(template.prompt).toMatch(/<[^<>]+>/);
    }
  });

  test('an agent without a number of its own calls from the main one', async () => {
    const newcomer = desk.as({ organization: 'org_plain' });
    const id = await newcomer.placeAccepted('+12025550100', { agentId: 'kuzco' });
    expect(await newcomer.call(id)).toMatchObject({ from: '+15005550006', agentId: 'kuzco' });
  });
});

describe('the list of calls', () => {
  test('comes in pages, newest first, without gaps or duplicates', async () => {
    const many = desk.as({ organization: 'org_pages' });
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await many.placeAccepted('+15005550101'));
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&afterId=${cursor}`;
      const { body } = await many.request('GET', `/api/calls?limit=3${after}`);
      expect(callsResponse.safeParse(body).success).toBe(true);
      expect(body.hasMore).toBe(body.nextCursor !== null);
      pages.push(body.calls.map((call: { _id: string }) => call._id));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(pages.flat()).toEqual(ids.toReversed());
  });

  test('rows carry the instructions, but not the transcript', async () => {
    const [row] = (await desk.as({ organization: 'org_pages' }).request('GET', '/api/calls')).body.calls;
    expect(row.instructions).toBe('Say hello.');
    expect(row).not.toHaveProperty('transcript');
  });

  test('do not show other users who placed them', async () => {
    const id = await desk.as({ organization: 'org_mine' }).placeAccepted('+15005550101');
    const mine = await desk
      .as({ organization: 'org_mine', id: 'user_colleague' })
      .request('GET', `/api/calls/${id}`);
    expect(mine.body.call.placedBy).toEqual({ displayName: 'Kit Reed' });
    expect((await desk.as({ organization: 'org_theirs' }).request('GET', `/api/calls/${id}`)).status).toBe(
      404,
    );
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'afterId=nonsense'])('%s is bad input', async (query) => {
    expect(await client.request('GET', `/api/calls?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  test('is empty at first', async () => {
    expect((await desk.as({ organization: 'org_empty' }).request('GET', '/api/calls')).body).toEqual({
      calls: [],
      hasMore: false,
      nextCursor: null,
    });
  });
});

describe('one call', () => {
  test('is returned with all its fields', async () => {
    const id = await client.placeAccepted('+15005550101');
    await client.waitUntilEnded(id);
    const { body } = await client.request('GET', `/api/calls/${id}`);
    expect(callResponse.safeParse(body).success).toBe(true);
  });

  test.each(['nonsense', '019a8b5e-6c00-7000-8000-000000000001', "'; drop table calls; --"])(
    '%s is not found, whatever is wanted of it',
    async (id) => {
      const path = `/api/calls/${encodeURIComponent(id)}`;
      for (const [method, address] of [
        ['GET', path],
        ['DELETE', path],
        ['POST', `${path}/end`],
      ] as const) {
        expect(await client.request(method, address)).toMatchObject({
          status: 404,
          body: { code: 'call_not_found', error: 'Call not found' },
        });
      }
    },
  );

  test('of another tenant is not found either', async () => {
    const id = await client.placeAccepted('+15005550101');
    const stranger = desk.as({ organization: 'org_stranger' });
    await client.waitUntilEnded(id);
    expect((await stranger.request('GET', `/api/calls/${id}`)).status).toBe(404);
    expect((await stranger.end(id)).status).toBe(404);
    expect((await stranger.remove(id)).status).toBe(404);
    expect((await client.call(id))._id).toBe(id);
  });
});

describe('deleting', () => {
  test('a live call is refused until it was ended', async () => {
    const id = await client.placeAccepted('+15005550102');
    expect(await client.remove(id)).toMatchObject({
      status: 409,
      body: { code: 'call_in_progress', error: 'The call is still in progress. End it first.' },
    });
    await client.end(id);
    expect(await client.remove(id)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await client.remove(id)).status).toBe(404);
    expect((await client.calls()).map(({ _id }) => _id)).not.toContain(id);
    expect((await client.end(id)).status).toBe(404);
  });

  test('a deletion is taken back, and nobody else can', async () => {
    const id = await client.placeAccepted('+15005550102');
    await client.end(id);
    // What it costs is settled after its end.
    await expect.poll(async () => (await client.call(id)).cost).not.toBeNull();
    const before = await client.call(id);
    await client.remove(id);
    const restore = (who: typeof client) => who.request('POST', `/api/calls/${id}/restore`);
    expect((await restore(desk.as({ organization: 'org_stranger' }))).status).toBe(404);
    expect(await restore(client)).toMatchObject({ status: 200, body: { call: { _id: id } } });
    expect(await client.call(id)).toEqual(before);
    // A second click, or a request that is repeated after a lost answer, finds it there.
    expect(await restore(client)).toMatchObject({ status: 200, body: { call: { _id: id } } });
    await client.remove(id);
    await removeDeleted(await desk.database.open());
    expect(await restore(client)).toMatchObject({
      status: 404,
      body: { code: 'call_not_found', error: 'This call is gone for good.' },
    });
  });

  test('removes everything of the call, and leaves an audit entry', async () => {
    const jo = desk.as({ id: 'user_jo' });
    const id = await jo.placeAccepted('+15005550102');
    await jo.end(id);
    await jo.remove(id);
    const open = await desk.database.open();
    await removeDeleted(open);
    const { calls } = await import('../src/adapters/postgres/calls-table.ts');
    const { callEvents, auditLog, dialAttempts } = await import('../src/adapters/postgres/schema.ts');
    const { eq } = await import('../src/adapters/postgres/drizzle.ts');
    await open.asSystem(async (tx) => {
      expect(await tx.select().from(calls).where(eq(calls.id, id))).toEqual([]);
      expect(await tx.select().from(callEvents).where(eq(callEvents.callId, id))).toEqual([]);
      const trace = await tx.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id);
      expect(trace.map(({ actor, action }) => [actor, action])).toEqual([
        ['user_jo', 'call.placed'],
        ['user_jo', 'call.ended'],
        ['user_jo', 'call.deleted'],
      ]);
      // PD8: no digit of the number either.
      expect(trace.map(({ data }) => Object.keys(data))).toEqual([['agentId'], [], []]);
      expect(await tx.select().from(dialAttempts).where(eq(dialAttempts.callId, id))).toHaveLength(1);
    });
  });
});

test('the lifecycle of a call is stored as events', async () => {
  const id = await client.placeAccepted('+15005550101');
  await client.waitUntilEnded(id);
  const open = await desk.database.open();
  const { callEvents } = await import('../src/adapters/postgres/schema.ts');
  const { eq } = await import('../src/adapters/postgres/drizzle.ts');
  const life = await open.asSystem((tx) =>
    tx.select().from(callEvents).where(eq(callEvents.callId, id)).orderBy(callEvents.id),
  );
  const kinds = life.map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['requested', 'sending']);
  // What the call came to is found out after its end.
  expect(kinds.filter((kind) => kind !== 'outcome_ready').at(-1)).toBe('busy');
});

test('no log line has a whole phone number or the instructions', async () => {
  const secret = 'The patient has a toothache on the upper left.';
  await client.waitUntilEnded(await client.placeAccepted('+12025550177', { message: secret }));
  await client.place('+15005550001', { message: secret });
  const log = desk.log.join('\n');
  expect(log).toContain('0177');
  expect(log).not.toContain('12025550177');
  expect(log).not.toContain('15005550001');
  expect(log).not.toContain('toothache');
  expect(log).not.toContain(desk.lab.authToken);
});
