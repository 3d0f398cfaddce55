import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sameWebhooks } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fixedAccount, fixedAddress } from '../../composition/fixed-account.ts';
import type { CarrierAccount } from '../../config/carrier.ts';
import { connectionIdOf } from './paths.ts';
import { twilioAccount } from './phone-account.ts';

const connectionId = '6a3f8d1e-0c55-4e83-a7de-92bb31e5a001';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    poses: true,
    account: { friendlyName: 'Practice', type: 'Trial', balance: '12.34' },
    numbers: ['+15005550006', '+15005550008:no-voice'],
  });
});
afterAll(() => lab.stop());
afterEach(() => {
  lab.faults.clear();
  lab.setAccount({ status: 'active' });
});

function open(more: Partial<CarrierAccount> = {}) {
  const { accountSid, authToken, url } = lab;
  const account = { accountSid, authToken, apiKey: null, phoneNumber: '+15005550006', baseUrl: url, ...more };
  return twilioAccount(fixedAccount(account), fixedAddress('https://desk.example.com'), connectionId, 2_000);
}

test('the account with its balance, and the numbers with what they can do and where they go', async () => {
  expect(await open().info()).toMatchObject({
    state: 'active',
    isTrial: true,
    balance: { amount: '12.34', currency: 'USD' },
  });
  expect(await open().numbers()).toMatchObject([
    { number: '+15005550006', voice: true, webhooks: { voiceUrl: '' } },
    { number: '+15005550008', voice: false },
  ]);
});

test('with an API key the account is still asked with the token, which signs the webhooks', async () => {
  expect(await open({ apiKey: lab.apiKey }).info()).toMatchObject({ balance: { amount: '12.34' } });
  await expect(open({ apiKey: lab.apiKey, authToken: 'wrong' }).info()).rejects.toMatchObject({
    problem: 'wrong_token',
  });
  await expect(open({ apiKey: { ...lab.apiKey, secret: 'wrong' } }).numbers()).rejects.toMatchObject({
    problem: 'wrong_api_key',
  });
});

test('a number is set, read back, and put back as it was', async () => {
  const account = open();
  const [number] = await account.numbers();
  const sid = number?.sid ?? '';
  const before = {
    ...account.ownWebhooks(),
    voiceUrl: 'https://practice.example.com/voice',
    statusCallback: '',
  };
  expect(await account.set(sid, before)).toMatchObject({ webhooks: { voiceUrl: before.voiceUrl } });
  const own = account.ownWebhooks();
  const pointed = await account.set(sid, own);
  expect(sameWebhooks(pointed.webhooks, own)).toBe(true);
  expect([account.isOwn(pointed.webhooks), account.isOwn(before)]).toEqual([true, false]);
  const restored = await account.set(sid, before);
  expect(sameWebhooks(restored.webhooks, before)).toBe(true);
  expect(await account.number(sid)).toEqual(restored);
  expect(await account.number(`PN${'0'.repeat(32)}`)).toBeNull();
});

test('a number of an application is told, and freed of it', async () => {
  const account = open();
  lab.setNumber('+15005550006', { voiceApplicationSid: `AP${'1'.repeat(32)}` });
  const [number] = await account.numbers();
  expect(number?.webhooks.voiceApplicationSid).toBe(`AP${'1'.repeat(32)}`);
  const set = await account.set(number?.sid ?? '', account.ownWebhooks());
  expect(set.webhooks.voiceApplicationSid).toBe('');
});

test('what the carrier refuses is told apart: rights, a suspended account, nobody there', async () => {
  const account = open();
  const sid = (await account.numbers())[0]?.sid ?? '';
  lab.faults.set({ numberUpdateRefused: { status: 403 } });
  await expect(account.set(sid, account.ownWebhooks())).rejects.toMatchObject({
    problem: 'webhooks_refused',
  });
  lab.faults.clear();
  lab.setAccount({ status: 'suspended' });
  expect(await account.info()).toMatchObject({ state: 'suspended' });
  await expect(account.set(sid, account.ownWebhooks())).rejects.toMatchObject({
    problem: 'account_suspended',
  });
  await expect(open({ baseUrl: 'http://127.0.0.1:9' }).info()).rejects.toMatchObject({
    problem: 'carrier_unreachable',
  });
});

test('a change that cannot be read back does not count as refused: it may be in force', async () => {
  for (const status of [401, 403, 404, 500]) {
    const carrier = createServer(({ method }, response) => {
      response.writeHead(method === 'POST' ? 200 : status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(method === 'POST' ? { sid: 'PN1' } : { code: 20005, message: 'No.' }));
    });
    await once(carrier.listen(0, '127.0.0.1'), 'listening');
    const account = open({ baseUrl: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}` });
    await expect(account.set('PN1', account.ownWebhooks())).rejects.toMatchObject({
      problem: 'carrier_unreachable',
    });
    carrier.close();
  }
});

test.each([
  [`/webhooks/twilio/${connectionId}/status`, connectionId],
  [`/voice/${connectionId}/media`, connectionId],
  ['/webhooks/twilio/status', null],
  ['/voice/relay', null],
  [`/webhooks/twilio/${connectionId}`, null],
  ['/webhooks/twilio/not-an-id/status', null],
])('the path %s names the connection %s', (path, id) => {
  expect(connectionIdOf(path)).toBe(id);
});
