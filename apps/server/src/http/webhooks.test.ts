import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierConnection, WebhookReader } from '../ports/carrier-connection.ts';
import { handleErrors } from './error-answers.ts';
import { serveWebhooks } from './webhooks.ts';

/** Signs with its own name. */
const account = (name: string): CarrierConnection => {
  const reader: WebhookReader = ({ headers }) =>
    headers.signed === name ? { kind: 'status', callId: null, update: null } : null;
  return {
    carrier: { name, account: name },
    webhooks: { '/shared': reader, [`/only/${name}`]: reader },
    respond: () => ({ status: 202, contentType: 'text/plain', body: `from ${name}` }),
    sockets: {},
  } as unknown as CarrierConnection;
};

const app = Fastify();
const received: unknown[] = [];
beforeAll(async () => {
  handleErrors(app);
  serveWebhooks(app, [account('a'), account('b')], async (connection, path, request) => {
    if (!connection.webhooks[path]?.(request, new Date())) return null;
    received.push([connection.carrier.name, request.url, request.body]);
    return connection.respond(null);
  });
  await app.ready();
});
afterAll(() => app.close());

const post = (url: string, signed?: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'anything/at-all', ...(signed && { signed }) },
    payload: '{"not": parsed',
  });

test.each(['a', 'b'])('accounts with one address are told apart by their signature: %s', async (name) => {
  const response = await post('/shared?call=%41', name);
  expect([response.statusCode, response.body]).toEqual([202, `from ${name}`]);
  expect(received.at(-1)).toEqual([name, '/shared?call=%41', '{"not": parsed']);
});

test('what no account has signed is refused, and so is the signature of another address', async () => {
  const before = received.length;
  for (const response of [await post('/shared'), await post('/shared', 'c'), await post('/only/a', 'b')]) {
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'bad_signature' });
  }
  expect(received).toHaveLength(before);
});
