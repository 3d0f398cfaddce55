import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CarrierConnection, WebhookReader } from '../ports/carrier-connection.ts';
import { handleErrors } from './error-answers.ts';
import { serveWebhooks } from './webhooks.ts';

/** Whether a newer secret is there to be read, and whether it was. */
let next = false;
let rotated = false;
let rereads = 0;

/** Signs with its own name. */
const account = (name: string): CarrierConnection => {
  const reader: WebhookReader = ({ headers }) =>
    headers.signed === name || (rotated && headers.signed === `new ${name}`)
      ? {
          notice: { kind: 'status', callId: null, update: null },
          respond: () => ({ status: 202, contentType: 'text/plain', body: `from ${name}` }),
        }
      : null;
  return {
    carrier: { name, account: name },
    webhooks: { '/webhooks/shared': reader, [`/webhooks/only/${name}`]: reader },
    sockets: {},
    reread: async () => {
      rereads += 1;
      const changed = next && !rotated;
      rotated = next;
      return changed;
    },
  } as unknown as CarrierConnection;
};

const app = Fastify();
const received: unknown[] = [];
beforeAll(async () => {
  handleErrors(app);
  const accounts = [account('a'), account('b')];
  const directory = {
    webhook: async (path: string) => {
      const found = accounts.filter(({ webhooks }) => path in webhooks);
      return found.length > 0 ? found : null;
    },
  };
  serveWebhooks(app, directory, async (connection, path, request) => {
    const signed = connection.webhooks[path]?.(request, new Date());
    if (!signed) return null;
    received.push([connection.carrier.name, request.url, request.body]);
    return signed.respond(null);
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
  const response = await post('/webhooks/shared?call=%41', name);
  expect([response.statusCode, response.body]).toEqual([202, `from ${name}`]);
  expect(received.at(-1)).toEqual([name, '/webhooks/shared?call=%41', '{"not": parsed']);
});

test('what no account has signed is refused, and so is the signature of another address', async () => {
  const before = received.length;
  for (const response of [
    await post('/webhooks/shared'),
    await post('/webhooks/shared', 'c'),
    await post('/webhooks/only/a', 'b'),
  ]) {
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'bad_signature' });
  }
  expect(received).toHaveLength(before);
});

test('CN20: a path of no account is not found, whoever signs', async () => {
  expect((await post('/webhooks/only/c', 'a')).statusCode).toBe(404);
});

test('a secret that another server has replaced is read again before a webhook is refused', async () => {
  expect((await post('/webhooks/only/a', 'new a')).statusCode).toBe(403);
  next = true;
  expect((await post('/webhooks/only/a', 'new a')).statusCode).toBe(202);
  const before = rereads;
  expect((await post('/webhooks/only/a', 'new a')).statusCode).toBe(202);
  expect(rereads).toBe(before);
});
