import { expect, test } from 'vitest';
import { segment } from './address.ts';
import type { ClientOptions } from './options.ts';
import { ParleyError } from './parley-error.ts';
import { Transport } from './transport.ts';

type Given = Response | Error | ((init: RequestInit) => Promise<Response>);

/** A transport whose requests are answered one after the other with what is given; waits are only written down. */
function answeredWith(answers: readonly Given[], options: Partial<ClientOptions> = {}) {
  const sent: { address: string; init: RequestInit; headers: Record<string, string> }[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const fetch = async (address: string, init: RequestInit) => {
    sent.push({ address, init, headers: init.headers as Record<string, string> });
    const answer = left.shift();
    if (answer === undefined) throw new Error('One request too many was sent.');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(init) : answer;
  };
  const given = { baseUrl: 'https://desk.example.com/', apiKey: 'parley_key', fetch, ...options };
  const sleep = async (ms: number) => void waits.push(ms);
  return { transport: new Transport(given, { sleep, random: () => 1 }), sent, waits };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });
const refusal = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: 'A sentence.', code }, headers);
const reading = { method: 'GET', path: '/api/calls' } as const;
const placing = { method: 'POST', path: '/api/calls', body: { agentId: 'a' }, takesKey: true } as const;
const changing = { method: 'PUT', path: '/api/calls/1', body: {} } as const;
const unreachable = () => new TypeError('fetch failed');

test('a request has the key, the query and the body, and its answer is what the server says, unknown fields included', async () => {
  const { transport, sent } = answeredWith([
    json(200, { calls: [], later: 'unknown' }),
    json(200, { ok: true }),
  ]);
  const query = { limit: 2, status: ['failed', 'busy'], q: undefined, at: new Date(0), x: 'a b&c' };
  expect(await transport.send({ ...reading, query })).toEqual({ calls: [], later: 'unknown' });
  expect(sent[0]?.address).toBe(
    'https://desk.example.com/api/calls?limit=2&status=failed%2Cbusy&at=1970-01-01T00%3A00%3A00.000Z&x=a+b%26c',
  );
  expect(sent[0]?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer parley_key' });
  expect(sent[0]?.init.redirect).toBe('manual');
  await transport.send(changing);
  expect([sent[1]?.init.body, sent[1]?.headers['content-type']]).toEqual(['{}', 'application/json']);
});

test('a refusal is an error with status, code, sentence, details, request id and wait', async () => {
  const body = { error: 'A sentence.', code: 'too_many_tries', details: { tries: [] } };
  const { transport } = answeredWith([json(429, body, { 'retry-after': '90', 'x-request-id': 'r-1' })]);
  const error = (await transport.send(reading).catch((each) => each)) as ParleyError;
  expect(error).toBeInstanceOf(ParleyError);
  expect({ ...error, message: error.message }).toEqual({
    ...{ name: 'ParleyError', status: 429, code: 'too_many_tries', message: 'A sentence.' },
    ...{ details: { tries: [] }, requestId: 'r-1', retryAfter: 90 },
  });
});

test('a request that reads is repeated where no answer came, as often as allowed', async () => {
  const gone = answeredWith([unreachable(), json(200, { calls: [1] })]);
  expect(await gone.transport.send(reading)).toEqual({ calls: [1] });
  expect(gone.waits).toEqual([500]);
  const down = answeredWith([unreachable(), unreachable(), unreachable()]);
  await expect(down.transport.send(reading)).rejects.toMatchObject({ status: null, code: 'no_answer' });
  expect([down.sent.length, down.waits]).toEqual([3, [500, 1_000]]);
  const once = answeredWith([unreachable()]);
  await expect(once.transport.send(reading, { maxRetries: 0 })).rejects.toMatchObject({ code: 'no_answer' });
});

test('a call is placed with a key that is made up once and stays the same over repeats', async () => {
  const bare = new Response('<html>Bad gateway</html>', { status: 502 });
  const { transport, sent } = answeredWith([unreachable(), bare, json(200, { callId: 'c' })]);
  expect(await transport.send(placing)).toEqual({ callId: 'c' });
  const keys = sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  const again = answeredWith([json(200, {}), json(200, {})]);
  await again.transport.send(placing);
  await again.transport.send(placing, { idempotencyKey: 'order-1' });
  expect(again.sent[0]?.headers['idempotency-key']).not.toBe(keys[0]);
  expect(again.sent[1]?.headers['idempotency-key']).toBe('order-1');
});

test('a change without an idempotency key is sent once, whatever comes back', async () => {
  for (const answer of [
    unreachable(),
    refusal(503, 'server_busy'),
    refusal(429, 'too_many_requests', { 'retry-after': '1' }),
  ]) {
    const { transport, sent } = answeredWith([answer]);
    await expect(transport.send(changing)).rejects.toBeInstanceOf(ParleyError);
    expect([sent.length, sent[0]?.headers['idempotency-key']]).toEqual([1, undefined]);
  }
});

test('the server decides how long to wait, and a wait that is too long is left to the caller', async () => {
  const wait = (seconds: string) => refusal(429, 'too_many_requests', { 'retry-after': seconds });
  const { transport, waits } = answeredWith([wait('7'), json(200, {})]);
  await transport.send(reading);
  expect(waits).toEqual([7_000]);
  const long = answeredWith([wait('61')]);
  await expect(long.transport.send(placing)).rejects.toMatchObject({ retryAfter: 61 });
});

test('what the server has decided is not asked for again', async () => {
  for (const [status, code] of [
    [422, 'idempotency_key_reused'],
    [502, 'carrier_refused'],
    [404, 'call_not_found'],
  ] as const) {
    const { transport, sent } = answeredWith([refusal(status, code)]);
    await expect(transport.send(placing)).rejects.toMatchObject({ status, code });
    expect(sent).toHaveLength(1);
  }
});

test('a redirect is followed nowhere, because the key would go along', async () => {
  const elsewhere = new Response(null, { status: 307, headers: { location: 'https://other.example.com/' } });
  const { transport, sent } = answeredWith([elsewhere]);
  await expect(transport.send(reading)).rejects.toMatchObject({ status: 307, code: 'redirected' });
  expect(sent).toHaveLength(1);
});

/** Answers only when the request is ended. */
const never = (init: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('an attempt ends after its time, and counts as one without an answer', async () => {
  const { transport, sent } = answeredWith([never, json(200, { calls: [] })], { timeoutMs: 5 });
  expect(await transport.send(reading)).toEqual({ calls: [] });
  expect(sent).toHaveLength(2);
  const slow = answeredWith([never]);
  await expect(slow.transport.send(changing, { timeoutMs: 5 })).rejects.toMatchObject({ code: 'timed_out' });
});

test('the caller ends a request with its own reason, and nothing is sent again', async () => {
  const ends = new AbortController();
  const { transport, sent } = answeredWith([never]);
  const sending = transport.send(reading, { signal: ends.signal });
  ends.abort(new Error('not needed any more'));
  await expect(sending).rejects.toThrow('not needed any more');
  await expect(transport.send(reading, { signal: ends.signal })).rejects.toThrow('not needed any more');
  expect(sent).toHaveLength(1);
});

test('the wait before another attempt ends with the signal', async () => {
  const ends = new AbortController();
  const fetch = async () => {
    queueMicrotask(() => ends.abort(new Error('not needed any more')));
    return refusal(503, 'server_busy', { 'retry-after': '50' });
  };
  const transport = new Transport({ baseUrl: 'https://desk.example.com', apiKey: 'k', fetch });
  await expect(transport.send(reading, { signal: ends.signal })).rejects.toThrow('not needed any more');
});

test('text is given as it is, and the latest limit of the key is kept', async () => {
  const text = new Response('parley_calls_total 3\n', { headers: { ratelimit: '"minute";r=598;t=9' } });
  const { transport } = answeredWith([text, json(200, {})]);
  expect(await transport.send({ method: 'GET', path: '/metrics', isText: true })).toBe(
    'parley_calls_total 3\n',
  );
  await transport.send(reading);
  expect(transport.rateLimit).toEqual({ remaining: 598, resetSeconds: 9 });
});

test('what an answer links to is fetched without the key', async () => {
  const { transport, sent } = answeredWith([new Response('a,b'), refusal(404, 'export_not_found')]);
  expect(await (await transport.download('/api/downloads/t')).text()).toBe('a,b');
  expect([sent[0]?.address, sent[0]?.headers]).toEqual([
    'https://desk.example.com/api/downloads/t',
    undefined,
  ]);
  await expect(transport.download('/api/downloads/t')).rejects.toMatchObject({ code: 'export_not_found' });
  await expect(transport.download('file:///etc/passwd')).rejects.toThrow(TypeError);
});

test('the key may come from a function, for each attempt', async () => {
  let asked = 0;
  const apiKey = async () => {
    asked += 1;
    return `key-${asked}`;
  };
  const { transport, sent } = answeredWith([unreachable(), json(200, {})], { apiKey });
  await transport.send(reading);
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['Bearer key-1', 'Bearer key-2']);
});

test.each(['', 'desk.example.com', 'ftp://desk.example.com', 'https://me:secret@desk.example.com'])(
  'the address %j is refused',
  (baseUrl) => {
    expect(() => new Transport({ baseUrl, apiKey: 'k' })).toThrow('baseUrl is the address of the desk');
  },
);

test('no part of a path leads to another route', () => {
  expect(segment('a/../b?c#d')).toBe('a%2F..%2Fb%3Fc%23d');
  for (const bad of ['', '.', '..']) expect(() => segment(bad)).toThrow(TypeError);
});
