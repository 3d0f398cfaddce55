import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyEntry } from '../src/adapters/postgres/audit/reading-rows.ts';
import { startDesk } from '../testing/desk.ts';
import { type DeskAnswer, readEvents } from '../testing/desk-client.ts';
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

const make = (changes: object = {}): Promise<DeskAnswer> =>
  desk.client.request('POST', '/api/keys', {
    ...{ name: 'Practice software', permissions: ['calls.read'] },
    ...changes,
  });
const secretOf = async (changes: object = {}): Promise<string> => (await make(changes)).body.secret;
const withKey = (secret: string, method: string, path: string, body?: object, headers: object = {}) =>
  desk.client.request(method, path, body, { authorization: `Bearer ${secret}`, ...headers });
const placing = { phoneNumber: '+15005550100', message: 'Say hello.' };
const actorsOf = async (action: string) =>
  (await owner.query(`select actor, actor_kind from (${everyEntry}) l where action = $1`, [action])).rows;

test('AK1 AK2: a key is shown once, its digest is stored, and it is listed without its secret', async () => {
  const { status, body } = await make({ name: '  Diary  ', expiresAt: '2126-01-01T00:00:00.000Z' });
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^parley_[a-z0-9]{12}_[\w-]{43}$/);
  expect(body.key).toMatchObject({
    name: 'Diary',
    requestsPerMinute: 600,
    revokedAt: null,
    lastUsedAt: null,
  });
  expect(body.secret.split('_')[1]).toBe(body.key.id);
  const listed = await desk.client.request('GET', '/api/keys');
  expect(listed.body.keys[0]).toEqual(body.key);
  const rest = body.secret.slice(-43);
  expect(JSON.stringify(listed.body)).not.toContain(rest);
  const everything =
    await owner.query(`select query_to_xml('select * from api_keys', true, false, '') as keys,
    query_to_xml('select * from audit_log', true, false, '') as log`);
  expect(JSON.stringify(everything.rows)).not.toContain(rest);
});

test.each([
  [{ name: ' ' }, 'A key needs a name.'],
  [{ name: 'x'.repeat(61) }, 'The name of a key may have at most 60 characters.'],
  [{ permissions: [] }, 'Choose what the key may do.'],
  [{ permissions: ['keys.manage'] }, 'A key cannot have this permission.'],
  [{ permissions: ['people.manage'] }, 'A key cannot have this permission.'],
  [{ requestsPerMinute: 0 }, 'A key may be used 1 to 6000 times a minute.'],
  [{ requestsPerMinute: 6001 }, 'A key may be used 1 to 6000 times a minute.'],
  [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'The key would have expired already. Choose a later day.'],
  [{ expiresAt: 'tomorrow' }, 'The day on which the key expires cannot be read.'],
])('AK2: %o is refused: %s', async (changes, error) => {
  const before = (await desk.client.request('GET', '/api/keys')).body.keys.length;
  const { status, body } = await make(changes);
  expect([status, body.code, body.error]).toEqual([400, 'invalid_request', error]);
  expect((await desk.client.request('GET', '/api/keys')).body.keys).toHaveLength(before);
});

test('AK2: no more than 50 keys work at a time, however many are made at once', async () => {
  const other = desk.as({ organization: 'org_many_keys' });
  const body = { name: 'Diary', permissions: ['calls.read'] };
  const made = await Promise.all(Array.from({ length: 60 }, () => other.request('POST', '/api/keys', body)));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(made.find(({ status }) => status !== 200)?.body.code).toBe('too_many_api_keys');
  const id = made.find(({ status }) => status === 200)?.body.key.id;
  await other.request('POST', `/api/keys/${id}/revoke`);
  expect((await other.request('POST', '/api/keys', body)).status).toBe(200);
});

test('AK3: a key may do what it was given, not what whoever made it may do', async () => {
  const secret = await secretOf({ permissions: ['calls.read'] });
  expect((await withKey(secret, 'GET', '/api/calls')).status).toBe(200);
  const sentence = 'This API key does not have the permission contacts.read.';
  expect((await withKey(secret, 'GET', '/api/contacts')).body).toEqual({
    error: sentence,
    code: 'not_permitted',
  });
  for (const path of ['/api/organization', '/api/events', '/api/keys'])
    expect((await withKey(secret, 'GET', path)).body.code).toBe('not_permitted');
});

test('AK3: a key sees its own organization alone', async () => {
  const other = desk.as({ organization: 'org_other_keys' });
  const secret = (
    await other.request('POST', '/api/keys', { name: 'Theirs', permissions: ['templates.read'] })
  ).body.secret;
  await desk.client.request('POST', '/api/templates/templates', {
    ...{ name: 'Ours', prompt: 'Say hello.', agentId: 'gs-dental' },
  });
  const { status, body } = await withKey(secret, 'GET', '/api/templates/templates?agentId=gs-dental');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('Ours');
  const ours = (await make()).body.key.id;
  expect((await other.request('POST', `/api/keys/${ours}/revoke`)).body.code).toBe('api_key_not_found');
});

test('AK4 AK7: a call of a key names the key, and needs an idempotency key', async () => {
  const { key, secret } = (await make({ name: 'Diary', permissions: ['calls.place', 'calls.read'] })).body;
  const path = '/api/twilio/gs-dental/call';
  const without = await withKey(secret, 'POST', path, placing);
  expect([without.status, without.body.code]).toEqual([400, 'idempotency_key_required']);
  const test_ = await withKey(secret, 'POST', '/api/campaigns/x/test-call', {
    ...{ row: null, phoneNumber: placing.phoneNumber },
  });
  expect([test_.status, test_.body.code]).toEqual([400, 'idempotency_key_required']);
  const header = { 'idempotency-key': 'one' };
  const placed = await withKey(secret, 'POST', path, placing, header);
  const again = await withKey(secret, 'POST', path, placing, header);
  expect(placed.status).toBe(200);
  expect(again.body.callId).toBe(placed.body.callId);
  const { call } = (await withKey(secret, 'GET', `/api/calls/${placed.body.callId}`)).body;
  expect(call.placedBy).toMatchObject({ displayName: 'Diary' });
  expect(await actorsOf('call.placed')).toContainEqual({ actor: key.id, actor_kind: 'key' });
  await expect.poll(() => actorsOf('call.read')).toContainEqual({ actor: key.id, actor_kind: 'key' });
  const { entries } = (await desk.client.request('GET', `/api/audit?actor=${key.id}`)).body;
  expect(entries[0].actor).toEqual({ id: key.id, kind: 'key', name: 'Diary' });
});

test('AK5: a revoked key is refused at once, also by another server', async () => {
  await using second = await startDesk(desk.deployment);
  const { key, secret } = (await make()).body;
  const asked = (url: string) =>
    fetch(`${url}/api/calls`, { headers: { authorization: `Bearer ${secret}` } }).then(
      ({ status }) => status,
    );
  expect([await asked(desk.url), await asked(second.url)]).toEqual([200, 200]);
  const revoked = await desk.client.request('POST', `/api/keys/${key.id}/revoke`);
  expect(revoked.body.key.revokedAt).not.toBeNull();
  expect([await asked(desk.url), await asked(second.url)]).toEqual([401, 401]);
  const again = await desk.client.request('POST', `/api/keys/${key.id}/revoke`);
  expect(again.body.key).toEqual({ ...revoked.body.key, lastUsedAt: again.body.key.lastUsedAt });
  expect(await actorsOf('key.revoked')).not.toHaveLength(0);
});

test('AK5: a stream and an export that a key has opened on another server end when it is revoked', async () => {
  await using second = await startDesk(desk.deployment);
  const { key, secret } = (await make({ permissions: ['agents.try', 'calls.read', 'calls.export'] })).body;
  const authorization = `Bearer ${secret}`;
  const ask = async (path: string, body: object) =>
    (await second.as().request('POST', path, body, { authorization })).body;
  const { try: tried } = await ask('/api/agents/gs-dental/tries', { channel: 'text', direction: 'inbound' });
  const stream = await fetch(`${second.url}/api/tries/${tried.id}/events`, { headers: { authorization } });
  expect(stream.status).toBe(200);
  const events = readEvents(stream);
  await expect.poll(() => events.seen.length).toBeGreaterThan(0);
  const { export: asked, link } = await ask('/api/calls/exports', {
    ...{ filters: {}, format: 'csv', columns: ['id'], fields: [], bom: false },
  });
  const stateOf = async () =>
    (await owner.query('select state, problem from call_exports where id = $1', [asked.id])).rows[0];
  // Nobody can read calls meanwhile, so the file is not over.
  await owner.query('begin; lock table calls in access exclusive mode');
  const file = fetch(second.url + link).then((response) => response.text());
  file.catch(() => {});
  try {
    await expect.poll(stateOf).toEqual({ state: 'running', problem: null });
    expect((await desk.client.request('POST', `/api/keys/${key.id}/revoke`)).status).toBe(200);
    await expect.poll(stateOf).toEqual({ state: 'failed', problem: 'access_ended' });
  } finally {
    await owner.query('rollback');
  }
  await expect(file).rejects.toThrow();
  // The server has ended it: the try itself goes on.
  await events.closed;
  expect(events.raw()).not.toContain('"type":"ended"');
});

test('AK5: an expired key is refused', async () => {
  const { key, secret } = (await make({ expiresAt: '2126-01-01T00:00:00.000Z' })).body;
  expect((await withKey(secret, 'GET', '/api/calls')).status).toBe(200);
  await owner.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [key.id]);
  const refused = await withKey(secret, 'GET', '/api/calls');
  expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
});

test.each([
  ['another secret', (secret: string) => `${secret.slice(0, -4)}AAAA`],
  ['another id', (secret: string) => secret.replace(/_[a-z0-9]{12}_/, '_aaaaaaaaaaaa_')],
  ['cut off', (secret: string) => secret.slice(0, -1)],
  ['too long', (secret: string) => `${secret}x`],
  ['its beginning', () => 'parley_'],
])('AK1: a key with %s is refused, whatever it was meant to be', async (_, change) => {
  const refused = await withKey(change(await secretOf()), 'GET', '/api/calls');
  expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
});

test('AK1: a key in an address is not read', async () => {
  const secret = await secretOf();
  for (const name of ['key', 'api_key', 'token', 'access_token', 'authorization'])
    expect((await fetch(`${desk.url}/api/calls?${name}=${secret}`)).status).toBe(401);
});

test('AK6: answers say what is left of the minute, and beyond it requests are refused', async () => {
  const { key, secret } = (await make({ requestsPerMinute: 3 })).body;
  const first = await withKey(secret, 'GET', '/api/calls');
  expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=3;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"minute";r=2;t=([1-9]|[1-5]\d|60)$/);
  // One minute may end while they are sent: two minutes take six.
  const answers = [];
  for (let n = 0; n < 6; n += 1) answers.push(await withKey(secret, 'GET', '/api/calls'));
  const refused = answers.find(({ status }) => status !== 200);
  if (!refused) throw new Error('No request was refused.');
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toMatch(/^"minute";r=0;/);
  await owner.query("update api_key_uses set minute = minute - interval '1 minute' where key_id = $1", [
    key.id,
  ]);
  expect((await withKey(secret, 'GET', '/api/calls')).headers.get('ratelimit')).toMatch(/r=2/);
  expect((await desk.client.request('GET', '/api/calls')).headers.get('ratelimit')).toBeNull();
});

test('AK8: the list says when a key was last used, to the hour', async () => {
  const { key, secret } = (await make()).body;
  await withKey(secret, 'GET', '/api/calls');
  const listed = (await desk.client.request('GET', '/api/keys')).body.keys;
  const { lastUsedAt } = listed.find(({ id }: { id: string }) => id === key.id);
  expect(lastUsedAt).toMatch(/:00:00\.000Z$/);
});
