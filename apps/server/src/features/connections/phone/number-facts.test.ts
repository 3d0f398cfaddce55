import { numbersCheck, type WebhookValues } from '@parley/contract';
import { expect, test } from 'vitest';
import { type AccountNumber, PhoneAccountFailed } from '../../../ports/phone-account.ts';
import { offerOf } from './check-account.ts';
import { numberFacts } from './number-facts.ts';
import type { PhoneConnection } from './stored-account.ts';

const at = (host: string): WebhookValues => ({
  ...{ voiceUrl: `https://${host}/webhooks/carrier/c1/inbound`, voiceMethod: 'POST' },
  ...{ voiceFallbackUrl: '', voiceFallbackMethod: 'POST', statusCallback: '', statusCallbackMethod: 'POST' },
  ...{ voiceApplicationSid: '', trunkSid: '' },
});
const number = '+15005550006';
const stored = {
  settings: {} as PhoneConnection['settings'],
  numbers: [{ number, sid: 'PN1', pointing: 'here' as const, before: at('pbx.example.com') }],
};
const owned = (webhooks: WebhookValues): AccountNumber => ({
  sid: 'PN1',
  number,
  voice: true,
  webhooks,
  callsGo: 'to an address',
});
const ask = (numbers: () => Promise<AccountNumber[]>) =>
  numberFacts({ stored, account: { numbers, ownWebhooks: () => at('new.example.com') } });
const checkOf = async (numbers: () => Promise<AccountNumber[]>) => numbersCheck(await ask(numbers))[0];

test('CN21: a number at an earlier public address is not said to arrive here', async () => {
  expect(await checkOf(async () => [owned(at('old.example.com'))])).toMatchObject({
    ...{ state: 'to-do', blocks: false, message: `Calls to ${number} do not arrive here.` },
  });
  expect(await checkOf(async () => [owned(at('new.example.com'))])).toMatchObject({ state: 'ok' });
});

test('CN21: a number at an earlier public address is offered to be taken over again', () => {
  const reachesHere = (values: WebhookValues) => values.voiceUrl === at('new.example.com').voiceUrl;
  const deps = { countryOf: () => 'US', claimOf: () => 'here' as const, reachesHere };
  expect(offerOf(owned(at('old.example.com')), deps).points).toBe('elsewhere');
  expect(offerOf(owned(at('new.example.com')), deps).points).toBe('here');
});

test('where the carrier cannot be asked nothing is said to arrive', async () => {
  const check = await checkOf(() => Promise.reject(new PhoneAccountFailed('carrier_unreachable', null)));
  expect(check).toMatchObject({ state: 'to-do', blocks: false, remedy: expect.any(String) });
  expect(check?.message).not.toContain('arrive here.');
});

test('a number that the account has no longer is a fault', async () => {
  expect(await checkOf(async () => [])).toMatchObject({ state: 'fault' });
});
