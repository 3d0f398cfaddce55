import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';

let desk: OpenDesk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.stop());

async function keyFor(...permissions: string[]): Promise<string> {
  const { body } = await desk.client.request('POST', '/api/keys', { name: 'Monitoring', permissions });
  return body.secret;
}

const ask = (authorization?: string) =>
  fetch(`${desk.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

test('MT4: a key with metrics.read reads the metrics; no other key, and nobody without one', async () => {
  expect((await ask()).status).toBe(401);
  expect((await ask(`Bearer ${await keyFor('calls.read')}`)).status).toBe(403);
  const answer = await ask(`Bearer ${await keyFor('metrics.read')}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers.get('ratelimit')).not.toBeNull();
  expect(await answer.text()).toContain('# TYPE parley_calls_total counter');
});

test('MT1 MT2: calls, refusals and requests to the carrier are counted, without a number or an id', async () => {
  const authorization = `Bearer ${await keyFor('metrics.read')}`;
  const place = (phoneNumber: string) =>
    desk.client.request('POST', '/api/twilio/gs-dental/call', { phoneNumber, message: 'Say hello.' });
  const placed = await place('+15005550100');
  expect(placed.status).toBe(200);
  expect((await place('not a number')).status).toBe(400);
  const text = await (await ask(authorization)).text();
  expect(text).toMatch(/^parley_calls_active\{direction="outbound"\} 1$/m);
  expect(text).toMatch(/^parley_dial_refusals_total\{reason="invalid_phone_number"\} \d+$/m);
  expect(text).toMatch(/^parley_carrier_requests_total\{op="calls",status="2xx"\} \d+$/m);
  expect(text).toMatch(/^parley_jobs_waiting\{queue="recording"\} \d+$/m);
  expect(text).toContain('parley_database_up 1\n');
  expect(text).not.toContain('5005550100');
  expect(text).not.toContain(placed.body.callId);
  await desk.client.request('POST', `/api/calls/${placed.body.callId}/end`);
  await expect
    .poll(async () => (await ask(authorization)).text())
    .toMatch(/^parley_calls_active\{direction="outbound"\} 0$/m);
  expect(await (await ask(authorization)).text()).toMatch(
    /^parley_calls_total\{direction="outbound",engine="relay",outcome="\w+"\} \d+$/m,
  );
});
