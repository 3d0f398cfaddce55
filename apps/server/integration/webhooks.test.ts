import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createPersonalData } from '../src/adapters/postgres/personal-data/personal-data.ts';
import { testDigest } from '../testing/number-digest.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let desk: OpenDesk;
let receiver: WebhookReceiver;
let owner: pg.Client;
const patient = { timeout: 60_000, interval: 20 };

beforeAll(async () => {
  receiver = await openWebhookReceiver();
  desk = await openDesk({ speed: 50 }, { TOOL_HOSTS: '127.0.0.1' });
  owner = new pg.Client(desk.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await desk.stop();
  await receiver.close();
});

const settings = (path: string, changes: object = {}) => ({
  ...{ name: 'Practice software', address: `${receiver.url}${path}`, events: ['call.ended'], ...changes },
});
const make = (path: string, changes: object = {}) =>
  desk.client.request('POST', '/api/webhooks', settings(path, changes));
async function endpointAt(path: string, changes: object = {}) {
  const { body } = await make(path, changes);
  receiver.secrets.set(path, body.secret);
  return body.endpoint;
}
const seenAt = (path: string) => receiver.received.filter((one) => one.path === path);

test('WH4 WH10: the secret is shown once, and stands in no list, table or log', async () => {
  const { status, body } = await make('/secret', { name: '  Diary ' });
  expect(status).toBe(200);
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.endpoint).toMatchObject({ name: 'Diary', enabled: true, off: null, waiting: 0, revision: 1 });
  const listed = await desk.client.request('GET', '/api/webhooks');
  expect(listed.body.endpoints[0]).toEqual(body.endpoint);
  const rotated = await desk.client.request('POST', `/api/webhooks/${body.endpoint.id}/rotate`, {
    revision: 1,
  });
  expect(rotated.body.secret).not.toBe(body.secret);
  expect(rotated.body.endpoint.earlierSecretUntil).not.toBeNull();
  const again = await desk.client.request('POST', `/api/webhooks/${body.endpoint.id}/rotate`, {
    revision: 1,
  });
  expect([again.status, again.body.code]).toEqual([409, 'webhook_changed']);
  const { rows } = await owner.query(
    `select query_to_xml('select * from webhook_endpoints', true, false, '') as endpoints,
      query_to_xml('select * from audit_log', true, false, '') as log,
      query_to_xml('select * from secrets', true, false, '') as secrets`,
  );
  const everything = JSON.stringify([rows, desk.log, listed.body]);
  for (const { secret } of [body, rotated.body]) expect(everything).not.toContain(secret.slice(6));
  await desk.client.request('DELETE', `/api/webhooks/${body.endpoint.id}`);
  const left = await owner.query("select 1 from secrets where name like 'webhooks/%'");
  expect(left.rowCount).toBe(0);
});

test.each([
  [{ name: ' ' }, 400, 'An endpoint needs a name.'],
  [{ name: 'x'.repeat(61) }, 400, 'The name of an endpoint may have at most 60 characters.'],
  [{ events: [] }, 400, 'Choose at least one event.'],
  [{ events: ['call.lost'] }, 400, 'There is no such event.'],
  [{ address: '' }, 400, 'An endpoint needs an address, such as https://example.com/webhooks.'],
  [{ address: 'nowhere' }, 400, 'The address is not one that can be connected to.'],
  [{ address: 'https://me:pass@example.com/' }, 400, 'The address must not hold a name or password.'],
  [{ address: 'http://example.com/' }, 400, 'The address must begin with https.'],
  [{ address: 'https://10.0.0.1/' }, 400, 'The address leads into a private network.'],
  [{ address: 'https://169.254.169.254/latest' }, 400, 'The address leads into a private network.'],
  [{ address: 'https://192.168.1.5/' }, 400, 'The address leads into a private network.'],
])('WH6 WH10: %o is refused and adds nothing', async (changes, status, error) => {
  const before = (await desk.client.request('GET', '/api/webhooks')).body.endpoints.length;
  const answer = await make('/', changes);
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect((await desk.client.request('GET', '/api/webhooks')).body.endpoints).toHaveLength(before);
});

test('WH2 WH3 WH8: a call is told of step by step, and its test event, list and repeats are verified by the package', async () => {
  const events = [
    'call.started',
    'call.answered',
    'call.ended',
    'call.failed',
    'call.summarized',
    'agent.published',
  ];
  const { id } = await endpointAt('/calls', { events });
  const placed = await desk.client.request('POST', '/api/twilio/gs-dental/call', {
    ...{ phoneNumber: '+15005550100', message: 'Say hello.' },
  });
  const { callId } = placed.body;
  const ended = () => seenAt('/calls').filter(({ body }) => /^call\.(ended|failed)$/.test(body.type));
  await vi.waitFor(() => expect(ended()).toHaveLength(1), patient);
  expect(seenAt('/calls').map(({ body }) => body.type)[0]).toBe('call.started');
  for (const { body, verified } of seenAt('/calls'))
    expect([verified, body.data.callId, body.data.to]).toEqual([true, callId, '+15005550100']);
  expect(ended()[0]?.body.data).toMatchObject({ schemaVersion: 1, externalId: null, direction: 'outbound' });

  const of = `/api/webhooks/${id}`;
  const listed = (await desk.client.request('GET', `${of}/deliveries?call=${callId}&limit=2`)).body;
  expect([listed.deliveries.length, listed.deliveries[0].callId]).toEqual([2, callId]);
  const started = async () =>
    (await desk.client.request('GET', `${of}/deliveries?type=call.started`)).body.deliveries[0];
  await vi.waitFor(async () => expect((await started()).state).toBe('delivered'), patient);
  const first = await started();
  expect(first).toMatchObject({ state: 'delivered', attempts: 1, last: { status: 204, problem: null } });
  const detail = (await desk.client.request('GET', `${of}/deliveries/${first.id}`)).body.delivery;
  expect(JSON.parse(detail.body)).toEqual(seenAt('/calls')[0]?.body);
  await desk.client.request('POST', `${of}/deliveries/${first.id}/repeat`);
  const sameId = () => seenAt('/calls').filter((one) => one.id === first.webhookId);
  await vi.waitFor(() => expect(sameId()).toHaveLength(2), patient);
  // It has arrived before it is noted, and only what is noted is repeated with the others.
  await vi.waitFor(async () => {
    const { body } = await desk.client.request('GET', `${of}/deliveries/${first.id}`);
    expect(body.delivery).toMatchObject({ state: 'delivered', attempts: 2 });
  }, patient);
  const span = { from: '2026-01-01T00:00:00.000Z', to: '2126-01-01T00:00:00.000Z' };
  const none = await desk.client.request('POST', `${of}/repeat`, { ...span, which: 'failed' });
  expect(none.body).toEqual({ repeated: 0, hasMore: false, next: null });
  const all = await desk.client.request('POST', `${of}/repeat`, { ...span, which: 'all' });
  expect(all.body.repeated).toBeGreaterThan(1);
  await vi.waitFor(() => expect(sameId()).toHaveLength(3), patient);
  const backwards = await desk.client.request('POST', `${of}/repeat`, {
    from: span.to,
    to: span.from,
    which: 'all',
  });
  expect(backwards.body.code).toBe('invalid_request');
});

test('WH10: a span of time that two people repeat at once is sent again once', async () => {
  const { id } = await endpointAt('/twice');
  const of = `/api/webhooks/${id}`;
  for (let n = 0; n < 3; n += 1) await desk.client.request('POST', `${of}/test`);
  const ends = async () => {
    const { body } = await desk.client.request('GET', `${of}/deliveries`);
    return body.deliveries.map((one: { state: string; attempts: number }) => `${one.state} ${one.attempts}`);
  };
  const allHad = (attempts: number) =>
    vi.waitFor(async () => expect(await ends()).toEqual(Array(3).fill(`delivered ${attempts}`)), patient);
  await allHad(1);
  // Both have chosen what they repeat before either can.
  await owner.query('begin');
  // Where this test fails before the commit; after it there is nothing to roll back.
  onTestFinished(async () => {
    await owner.query('rollback');
  });
  await owner.query('select 1 from webhook_deliveries where endpoint_id = $1 for update', [id]);
  const span = { from: '2026-01-01T00:00:00.000Z', to: '2126-01-01T00:00:00.000Z', which: 'all' };
  const asked = ['user_one', 'user_two'].map((person) =>
    desk.as({ id: person, role: 'admin' }).request('POST', `${of}/repeat`, span),
  );
  await vi.waitFor(async () => {
    // A transaction sees what others do as it was when it first looked, unless it forgets that.
    await owner.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await owner.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%for update of delivery%'`,
    );
    expect(rowCount).toBe(2);
  }, patient);
  await owner.query('commit');
  const answers = await Promise.all(asked);
  expect(answers.map(({ body }) => body.repeated).toSorted()).toEqual([0, 3]);
  await allHad(2);
  expect(seenAt('/twice')).toHaveLength(6);
});

test('WH10: open pages are told that an endpoint was added and an event was sent; those of people who may not see it are not', async () => {
  const closing = new AbortController();
  const mine = await desk.client.events(closing.signal);
  const viewer = await desk.as({ id: 'user_viewer', role: 'viewer' }).events(closing.signal);
  const told = () => mine.seen.filter((one) => one.type === 'list.changed' && one.list === 'webhooks').length;
  const endpoint = await endpointAt('/live');
  await vi.waitFor(() => expect(told()).toBeGreaterThan(0), patient);
  await desk.client.request('POST', `/api/webhooks/${endpoint.id}/test`);
  await vi.waitFor(() => expect(seenAt('/live')).toHaveLength(1), patient);
  const delivered = async () =>
    (await desk.client.request('GET', `/api/webhooks/${endpoint.id}/deliveries`)).body.deliveries[0].state;
  await vi.waitFor(async () => expect(await delivered()).toBe('delivered'), patient);
  const before = told();
  // At the latest a second after it was stored.
  await desk.client.request('POST', `/api/webhooks/${endpoint.id}/test`);
  await vi.waitFor(() => expect(told()).toBeGreaterThan(before + 1), patient);
  expect(viewer.seen.filter(({ type }) => type === 'list.changed')).toEqual([]);
  closing.abort();
});

test('WH3 WH10: a test event is accepted by `verify`, and an endpoint that is off gets none', async () => {
  const { body } = await make('/test');
  const { endpoint, secret } = body;
  receiver.secrets.set('/test', secret);
  const verified: unknown[] = [];
  const tested = await desk.client.request('POST', `/api/webhooks/${endpoint.id}/test`);
  expect(tested.body.delivery).toMatchObject({ type: 'webhook.test', state: 'waiting', callId: null });
  await vi.waitFor(() => expect(seenAt('/test')).toHaveLength(1), patient);
  const [seen] = seenAt('/test');
  verified.push(new Webhook(secret).verify(seen?.raw ?? '', seen?.headers ?? {}));
  expect(verified).toEqual([expect.objectContaining({ type: 'webhook.test' })]);
  const off = { ...settings('/test'), enabled: false, revision: 1 };
  const changed = await desk.client.request('PUT', `/api/webhooks/${endpoint.id}`, off);
  expect(changed.body.endpoint).toMatchObject({ enabled: false, off: { reason: 'person' }, revision: 2 });
  for (const path of ['test', `deliveries/${tested.body.delivery.id}/repeat`])
    expect((await desk.client.request('POST', `/api/webhooks/${endpoint.id}/${path}`)).body.code).toBe(
      'webhook_off',
    );
});

test('WH7: an endpoint that answers 410 is switched off, and a follow-up says so until it is on again', async () => {
  receiver.answer = ({ path }) => ({ status: path === '/gone' ? 410 : 204 });
  const endpoint = await endpointAt('/gone');
  await desk.client.request('POST', `/api/webhooks/${endpoint.id}/test`);
  const followUps = async (state: string) =>
    (await owner.query("select reason from follow_ups where reason = 'webhook_off' and state = $1", [state]))
      .rowCount;
  await vi.waitFor(async () => expect(await followUps('open')).toBe(1), patient);
  const { endpoints } = (await desk.client.request('GET', '/api/webhooks')).body;
  const shown = endpoints.find(({ id }: { id: string }) => id === endpoint.id);
  expect(shown).toMatchObject({ enabled: false, off: { reason: 'gone' } });
  const on = { ...settings('/gone'), enabled: true, revision: shown.revision };
  await desk.client.request('PUT', `/api/webhooks/${endpoint.id}`, on);
  await vi.waitFor(async () => expect(await followUps('open')).toBe(0), patient);
  expect(await followUps('done')).toBe(1);
});

test('WH9: erasing a person deletes what was sent about them, and deleting a call what was sent about it', async () => {
  const { id } = await endpointAt('/erased', { events: ['call.started'] });
  const number = '+15005550111';
  const place = async (phoneNumber: string) =>
    (await desk.client.request('POST', '/api/twilio/gs-dental/call', { phoneNumber, message: 'Say hello.' }))
      .body.callId as string;
  const callIds = [await place(number), await place('+15005550112')];
  await vi.waitFor(() => expect(seenAt('/erased')).toHaveLength(2), patient);
  const over = async () =>
    (await owner.query('select 1 from calls where id = any($1) and ended_at is not null', [callIds]))
      .rowCount;
  await vi.waitFor(async () => expect(await over()).toBe(2), patient);
  const left = async () =>
    (await owner.query('select number from webhook_deliveries where endpoint_id = $1', [id])).rows;
  const { rows } = await owner.query('select tenant_id from webhook_endpoints where id = $1', [id]);
  const database = await desk.database.open();
  const personalData = createPersonalData(database, testDigest);
  await personalData.erase(rows[0].tenant_id, { kind: 'number', number }, 'user_admin');
  expect(await left()).toEqual([{ number: '+15005550112' }]);
  await owner.query('delete from calls where id = $1', [callIds[1]]);
  expect(await left()).toEqual([]);
});

test('WH10: what belongs to another organization does not exist', async () => {
  const endpoint = await endpointAt('/ours');
  const other = desk.as({ organization: 'org_other_webhooks' });
  const of = `/api/webhooks/${endpoint.id}`;
  expect((await other.request('GET', '/api/webhooks')).body.endpoints).toEqual([]);
  for (const [method, path, body] of [
    ['PUT', of, { ...settings('/x'), enabled: true, revision: 1 }],
    ['POST', `${of}/rotate`, { revision: 1 }],
    ['DELETE', of, undefined],
    ['POST', `${of}/test`, undefined],
    ['GET', `${of}/deliveries`, undefined],
    ['GET', `${of}/deliveries/${endpoint.id}`, undefined],
  ] as const)
    expect((await other.request(method, path, body)).body.code).toBe('webhook_not_found');
  expect((await desk.client.request('GET', `${of}/deliveries/${endpoint.id}`)).body.code).toBe(
    'delivery_not_found',
  );
});

test('WH10: no more than 20 endpoints, however many are added at once', async () => {
  const other = desk.as({ organization: 'org_many_webhooks' });
  const made = await Promise.all(
    Array.from({ length: 24 }, () => other.request('POST', '/api/webhooks', settings('/many'))),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(made.find(({ status }) => status !== 200)?.body.code).toBe('too_many_webhooks');
});
