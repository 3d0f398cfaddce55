import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts';

let desk: OpenDesk;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
  desk = await openDesk({}, { TOOL_HOSTS: '127.0.0.1' });
});
afterAll(async () => {
  await desk.stop();
  await receiver.close();
});

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

test('MT1 MT2: attempts to deliver webhooks are counted by what came of them', async () => {
  const authorization = `Bearer ${await keyFor('metrics.read')}`;
  const { body } = await desk.client.request('POST', '/api/webhooks', {
    ...{ name: 'Diary', address: `${receiver.url}/counted`, events: ['call.ended'] },
  });
  // Of the whole process, in which other tests may have run before.
  const figures = async () => {
    const text = await (await ask(authorization)).text();
    const of = (result: string) =>
      Number(
        new RegExp(`^parley_webhook_deliveries_total\\{result="${result}"\\} (\\d+)$`, 'm').exec(text)?.[1] ??
          0,
      );
    return { accepted: of('accepted'), gone: of('gone') };
  };
  const before = await figures();
  const sendTest = async (status: number, accepted: number, gone: number) => {
    receiver.answer = () => ({ status });
    await desk.client.request('POST', `/api/webhooks/${body.endpoint.id}/test`);
    const expected = { accepted: before.accepted + accepted, gone: before.gone + gone };
    await expect.poll(figures, { timeout: 60_000 }).toEqual(expected);
  };
  await sendTest(204, 1, 0);
  await sendTest(200, 2, 0);
  // The last, because it switches the endpoint off.
  await sendTest(410, 2, 1);
});
