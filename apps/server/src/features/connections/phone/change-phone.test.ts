import type { PhoneCredentials } from '@parley/contract';
import { expect, test } from 'vitest';
import { secret, storedConnection } from '../../../../testing/connections.ts';
import type { PhoneChange } from '../../../ports/connections.ts';
import type { AccountNumber, PhoneAccount } from '../../../ports/phone-account.ts';
import { checkAccount } from './check-account.ts';
import { type PhoneEndpointDeps, phoneEndpoints } from './endpoints.ts';

const accountSid = `AC${'1'.repeat(32)}`;
const number = (n: number, voice: boolean): AccountNumber => ({
  ...{ sid: `PN${n}`, number: `+1500555000${n}`, voice, callsGo: 'nowhere' },
  webhooks: {
    ...{ voiceUrl: '', voiceMethod: 'POST', voiceFallbackUrl: '', voiceFallbackMethod: 'POST' },
    ...{ statusCallback: '', statusCallbackMethod: 'POST', voiceApplicationSid: '', trunkSid: '' },
  },
});
const accountWith = (numbers: readonly AccountNumber[]) =>
  ({
    info: async () => ({ name: 'Practice', state: 'active', isTrial: false, balance: null }),
    numbers: async () => numbers,
  }) as unknown as PhoneAccount;

test.each([
  [[], 'no_numbers'],
  [[number(1, false), number(2, false)], 'no_voice_numbers'],
  [[number(1, false), number(2, true)], undefined],
] as const)(
  'an account whose numbers all lack voice is said to need a number with voice: %#',
  async (owned, code) => {
    const deps = { open: () => accountWith(owned), isSandbox: async () => false };
    const { problem } = await checkAccount(deps, { accountSid, authToken: 'token', apiKey: null });
    expect(problem?.code).toBe(code);
    if (problem) expect(problem.remedy).toContain('Buy a number that can do voice');
  },
);

async function change(secrets: { authToken: string; apiKey?: PhoneCredentials['apiKey'] }) {
  const stored = storedConnection(
    {
      ...{ version: 1, kind: 'phone', accountSid, accountName: null, apiKeySid: 'SK1', baseUrl: null },
      mainNumber: '+15005550001',
    },
    {
      secrets: new Map([
        ['auth-token', secret('old')],
        ['api-secret', secret('key secret')],
      ]),
    },
  );
  const tried: PhoneCredentials[] = [];
  const changes: PhoneChange[] = [];
  const deps = {
    open: (credentials: PhoneCredentials) => {
      tried.push(credentials);
      return accountWith([number(1, true)]);
    },
    isSandbox: async () => false,
    phoneOf: () => ({ stored, account: accountWith([]) }),
    store: {
      changePhone: async (wanted: PhoneChange) => {
        changes.push(wanted);
        return { kind: 'changed' };
      },
    },
    ...{ limitChecks: () => {}, refresh: async () => {}, changed: async () => ({ connections: {} }) },
  } as unknown as PhoneEndpointDeps;
  const caller = { tenantId: stored.tenantId, userId: 'kit', displayName: 'Kit' };
  const body = { revision: stored.revision, secrets };
  await phoneEndpoints(deps).changePhone({ caller, params: { id: stored.id }, body } as never);
  return { tried: tried[0]?.apiKey, stored: changes[0]?.secrets };
}

test('a new auth token does not throw the API key away', async () => {
  const kept = { sid: 'SK1', secret: 'key secret' };
  expect(await change({ authToken: 'new' })).toEqual({
    tried: kept,
    stored: { values: { 'auth-token': 'new' }, apiKeySid: 'SK1' },
  });
});

test('a token that is sent again unchanged does not end the time of the one before it', async () => {
  const apiKey = { sid: 'SK2', secret: 'other' };
  expect((await change({ authToken: 'old', apiKey })).stored).toEqual({
    values: { 'api-secret': 'other' },
    apiKeySid: 'SK2',
  });
});

test('an API key is removed where that is said, and replaced by another', async () => {
  expect(await change({ authToken: 'new', apiKey: null })).toEqual({
    tried: null,
    stored: { values: { 'auth-token': 'new' }, apiKeySid: null },
  });
  expect((await change({ authToken: 'new', apiKey: { sid: 'SK2', secret: 'other' } })).stored).toEqual({
    values: { 'auth-token': 'new', 'api-secret': 'other' },
    apiKeySid: 'SK2',
  });
});
