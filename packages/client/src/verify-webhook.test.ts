import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookError, type WebhookHeaders } from './verify-webhook.ts';

/** The test vector of the fact sheet, on which the package `standardwebhooks` agrees. */
const secretText = 'parley-test-secret-0123456789abcd';
const secret = `whsec_${Buffer.from(secretText).toString('base64')}`;
const body = '{"type":"call.ended","timestamp":"2026-11-15T10:00:00.000Z","data":{"id":"c_42"}}';
const sent = 1_794_700_000;
const now = sent * 1000;
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(sent),
  'webhook-signature': 'v1,uDTJUORtF5jYpUERzFm5ssM9eYAqr9uXDTxPkKorHuc=',
};
const other = `whsec_${Buffer.from('another-secret-of-32-bytes-long!').toString('base64')}`;

const sign = (id: string, timestamp: string | number, text: string) =>
  `v1,${createHmac('sha256', secretText).update(`${id}.${timestamp}.${text}`).digest('base64')}`;
const codeOf = async (given: Promise<unknown>) => {
  const error = await given.then(
    () => null,
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(WebhookError);
  return (error as WebhookError).code;
};

test('a webhook that is signed is given with its id and time, however headers and body come', async () => {
  const expected = { id: 'msg_1', sentAt: new Date(now), event: JSON.parse(body) };
  const ofNode = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );
  for (const given of [headers, new Headers(headers), ofNode] as WebhookHeaders[])
    for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body)])
      expect(await verifyWebhook(secret, given, raw, { now })).toEqual(expected);
});

test('one of several secrets, and one of several signatures, is enough', async () => {
  expect((await verifyWebhook([other, secret], headers, body, { now })).id).toBe('msg_1');
  const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;
  const several = `${wrong} v1a,unknown v2,${Buffer.alloc(4).toString('base64')} ${headers['webhook-signature']}`;
  const given = { ...headers, 'webhook-signature': several };
  expect((await verifyWebhook(secret, given, body, { now })).id).toBe('msg_1');
});

test.each([
  ['another body', {}, `${body} `],
  ['another id', { 'webhook-id': 'msg_2' }, body],
  ['another time', { 'webhook-timestamp': String(sent + 1) }, body],
  ['no signature that is known', { 'webhook-signature': 'v2,abc v1a,abc v1 v1,*** v1,' }, body],
  ['a part of the signature', { 'webhook-signature': headers['webhook-signature'].slice(0, 20) }, body],
])('%s is refused', async (_, changes, raw) => {
  expect(await codeOf(verifyWebhook(secret, { ...headers, ...changes }, raw, { now }))).toBe(
    'wrong_signature',
  );
});

test('another secret is refused', async () => {
  expect(await codeOf(verifyWebhook(other, headers, body, { now }))).toBe('wrong_signature');
});

test('what was sent too long ago, or comes from the future, is refused though it is signed', async () => {
  const at = (seconds: number, toleranceSeconds?: number) =>
    verifyWebhook(secret, headers, body, { now: now + seconds * 1000, toleranceSeconds });
  expect((await at(300)).id).toBe('msg_1');
  expect((await at(-300)).id).toBe('msg_1');
  expect(await codeOf(at(301))).toBe('too_old');
  expect(await codeOf(at(-301))).toBe('too_new');
  expect(await codeOf(at(11, 10))).toBe('too_old');
});

test.each(Object.keys(headers))('without %s it is refused', async (name) => {
  const left = { ...headers, [name]: undefined };
  expect(await codeOf(verifyWebhook(secret, left, body, { now }))).toBe('header_missing');
  expect(await codeOf(verifyWebhook(secret, { ...headers, [name]: '' }, body, { now }))).toBe(
    'header_missing',
  );
});

test('a time that is none is refused', async () => {
  for (const time of ['soon', '1e9', '-5', '9'.repeat(13)])
    expect(
      await codeOf(verifyWebhook(secret, { ...headers, 'webhook-timestamp': time }, body, { now })),
    ).toBe('header_missing');
});

test('what is signed and no event is refused, and a type of a later version is passed on', async () => {
  const signed = (text: string) =>
    verifyWebhook(secret, { ...headers, 'webhook-signature': sign('msg_1', sent, text) }, text, { now });
  for (const text of ['', 'null', '[]', '{"type":1}', '{'])
    expect(await codeOf(signed(text))).toBe('unreadable_body');
  expect((await signed('{"type":"call.paused","data":{}}')).event.type).toBe('call.paused');
});

test('a secret that cannot be one is the fault of the program, not of the webhook', async () => {
  for (const bad of ['', 'whsec_', 'whsec_***', []])
    await expect(verifyWebhook(bad, headers, body, { now })).rejects.toThrow(TypeError);
});
