import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newWebhookSecret, webhookHeaders, webhookIdOf } from './webhook-signature.ts';

test('WH3: the signature is that of Standard Webhooks 1.0.0', () => {
  const secret = `whsec_${Buffer.from('parley-test-secret-0123456789abcd').toString('base64')}`;
  const body = '{"type":"call.ended","timestamp":"2026-11-15T10:00:00.000Z","data":{"id":"c_42"}}';
  expect(webhookHeaders({ id: 'msg_1', atMs: 1_794_700_000_999, body }, [secret])).toEqual({
    'webhook-id': 'msg_1',
    'webhook-timestamp': '1794700000',
    'webhook-signature': 'v1,uDTJUORtF5jYpUERzFm5ssM9eYAqr9uXDTxPkKorHuc=',
  });
});

test('WH3 WH4: a receiver with either of two secrets accepts what both have signed, and nothing that was changed', () => {
  const [earlier, current] = [newWebhookSecret(), newWebhookSecret()];
  expect(current).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const id = webhookIdOf('01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a14');
  expect(id).toBe('msg_01999f6a5c1e7aa08d3e2f6b1c9e4a14');
  const headers = webhookHeaders({ id, atMs: Date.now(), body: '{"type":"x"}' }, [current, earlier]);
  for (const secret of [earlier, current])
    expect(new Webhook(secret).verify('{"type":"x"}', headers)).toEqual({ type: 'x' });
  expect(() => new Webhook(newWebhookSecret()).verify('{"type":"x"}', headers)).toThrow();
  expect(() => new Webhook(current).verify('{"type":"y"}', headers)).toThrow();
  expect(() => new Webhook(current).verify('{"type":"x"}', { ...headers, 'webhook-id': 'msg_2' })).toThrow();
});
