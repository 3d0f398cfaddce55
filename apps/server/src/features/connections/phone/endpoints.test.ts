import type { WebhookValues } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { ChangeResult } from '../../../ports/connections.ts';
import type { EndpointRequest } from '../../../ports/endpoint.ts';
import { type PhoneAccount, PhoneAccountFailed } from '../../../ports/phone-account.ts';
import { type PhoneEndpointDeps, phoneEndpoints } from './endpoints.ts';
import type { KnownPhone } from './number-work.ts';

const caller = { tenantId: 't1', userId: 'u1', displayName: 'Kit Reed' } as Caller;
const params = { id: '00000000-0000-4000-8000-000000000000' };
const values = (voiceUrl: string): WebhookValues => ({
  ...{ voiceUrl, voiceMethod: 'POST', voiceFallbackUrl: '', voiceFallbackMethod: 'POST' },
  ...{ statusCallback: '', statusCallbackMethod: 'POST', voiceApplicationSid: '', trunkSid: '' },
});
const practice = values('https://practice.example.com/voice');
const ours = values('https://desk.example.com/ours');
const [pointed, wanted] = ['+15005550006', '+15005550007'];

/** An account with numbers that point here and one that is to be chosen in their place. */
function open(changes: Partial<PhoneEndpointDeps> = {}, sids: readonly string[] = ['PN1']) {
  const numberOf = (sid: string) => (sid === 'PN2' ? wanted : `${pointed.slice(0, -1)}${sid.slice(2)}`);
  const view = (sid: string) => ({
    ...{ sid, number: numberOf(sid), voice: true, callsGo: 'to an address' as const },
    webhooks: sids.includes(sid) ? ours : practice,
  });
  const numbers = vi.fn(async () => [...sids, 'PN2'].map(view));
  const number = vi.fn(async (sid: string) => view(sid));
  const set = vi.fn(async (sid: string, webhooks: WebhookValues) => ({ ...view(sid), webhooks }));
  const account: Partial<PhoneAccount> = {
    ...{ numbers, number, set },
    ownWebhooks: () => ours,
    isOwn: ({ voiceUrl }) => voiceUrl === ours.voiceUrl,
  };
  let stored = {
    ...{ tenantId: 't1', id: params.id, revision: 1, state: 'active' },
    settings: { accountSid: 'AC1', givenUp: [] as string[] },
    numbers: sids.map((sid) => ({ number: numberOf(sid), sid, pointing: 'here', before: practice })),
  };
  const changePhone = vi.fn(async (): Promise<ChangeResult> => {
    stored = { ...stored, settings: { ...stored.settings, givenUp: sids.map(numberOf) } };
    return { kind: 'changed' };
  });
  const endpoints = phoneEndpoints({
    store: { changePhone, markPointing: async () => {} },
    exclusive: { run: (_name: string, work: () => Promise<void>) => work().then(() => true) },
    phoneOf: () => ({ stored, account }) as unknown as KnownPhone,
    claimOf: () => 'no',
    countryOf: () => null,
    addressIsReady: () => true,
    environment: { account: null, numbers: [] },
    limitChecks: () => {},
    refresh: async () => {},
    changed: async () => ({ connections: {} }),
    ...changes,
  } as unknown as PhoneEndpointDeps);
  const choose = () =>
    endpoints.changePhone({
      ...{ caller, params },
      body: { revision: 1, numbers: { numbers: ['PN2'], main: 'PN2' } },
    } as unknown as EndpointRequest<'changePhone'>);
  return { endpoints, choose, changePhone, numberOf, asked: { numbers, number, set } };
}

test('a number that is not chosen any more gets back what it had', async () => {
  const { choose, changePhone, asked, numberOf } = open();
  expect(await choose()).toMatchObject({ restored: [numberOf('PN1')], notRestored: [] });
  expect(asked.set).toHaveBeenCalledWith('PN1', practice);
  expect(changePhone).toHaveBeenCalledOnce();
});

test('one of several numbers that the carrier does not give back: the others are, and each is told', async () => {
  const { choose, asked, numberOf } = open({}, ['PN1', 'PN3', 'PN4']);
  const give = asked.set.getMockImplementation();
  asked.set.mockImplementation(async (sid, webhooks) => {
    if (sid === 'PN3' || !give) throw new PhoneAccountFailed('webhooks_refused', null);
    return give(sid, webhooks);
  });
  expect(await choose()).toMatchObject({
    restored: [numberOf('PN1'), numberOf('PN4')],
    notRestored: [{ number: numberOf('PN3'), values: practice, problem: { code: 'webhooks_refused' } }],
  });
});

test('CN17: a change that is refused because somebody else was first has not given a number back', async () => {
  const { choose, changePhone, asked } = open();
  changePhone.mockResolvedValue({ kind: 'stale' });
  await expect(choose()).rejects.toMatchObject({ code: 'settings_changed' });
  expect(asked.set).not.toHaveBeenCalled();
});

test('a change that is refused because a number is claimed has not given a number back', async () => {
  const { choose, changePhone, asked } = open({
    claimOf: (_tenantId, number) => (number === wanted ? 'elsewhere' : 'here'),
  });
  await expect(choose()).rejects.toMatchObject({ code: 'number_claimed' });
  expect(asked.set).not.toHaveBeenCalled();
  expect(changePhone).not.toHaveBeenCalled();
});

test('CN11: listing and pointing numbers without end does not ask the carrier without end', async () => {
  const { endpoints, asked } = open({
    limitChecks: () => {
      throw new AppError('too_many_requests', 'That was tried often.');
    },
  });
  const body = { numbers: [{ sid: 'PN1', seen: practice }] };
  const list = { caller, params } as unknown as EndpointRequest<'listPhoneNumbers'>;
  const point = { caller, params, body } as unknown as EndpointRequest<'pointNumbers'>;
  await expect(endpoints.listPhoneNumbers(list)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(endpoints.pointNumbers(point)).rejects.toMatchObject({ code: 'too_many_requests' });
  for (const ask of Object.values(asked)) expect(ask).not.toHaveBeenCalled();
});
