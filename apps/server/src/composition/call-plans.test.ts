import type { VoiceEngine } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { CallingFacts } from '../features/connections/decide-calling.ts';
import type { CarrierIdentity } from '../ports/carrier.ts';
import type { CarrierConnection } from '../ports/carrier-connection.ts';
import { AccountDirectory, type ConnectedAccount } from './account-directory.ts';
import { createCallPlans } from './call-plans.ts';
import { callRulesOf } from './call-rules-of.ts';
import { fixedAddress } from './fixed-account.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

const account = (name: string, sid: string, more: Partial<ConnectedAccount> = {}): ConnectedAccount => ({
  connection: {
    carrier: { name, account: sid, connectionId: more.tenantId === undefined ? null : `id of ${sid}` },
    ...{ webhooks: {}, sockets: {} },
  } as unknown as CarrierConnection,
  mainNumber: '+12025550100',
  sandbox: null,
  ...more,
});
const limits = { callsAtOnce: 2, callsPerSecond: 1, countries: ['US', 'DE'] };
const lab = account('lab', 'AC1', { sandbox: { handsetUrl: 'http://127.0.0.1:4010/' } });
const real = account('carrier', 'AC2');
const own = account('carrier', 'AC3', { tenantId: 'org_1', limits });
const directory = new AccountDirectory([lab, real, own]);

const sandboxFacts: CallingFacts = {
  ...{ said: null, phone: { kind: 'never' }, account: null, address: 'none', voice: { kind: 'never' } },
  ...{ sandbox: lab.connection.carrier, probe: 'unknown' },
};
const realFacts: CallingFacts = {
  ...sandboxFacts,
  ...{ said: 'real', address: 'ready', voice: { kind: 'environment' } },
  phone: { kind: 'connected', id: 'c1', failing: null },
  account: own.connection.carrier,
};

const plansWith = (facts: CallingFacts, chosenFor?: (tenantId: string) => CarrierIdentity | null) =>
  createCallPlans({
    ...{ directory, addresses: fixedAddress('https://desk.example.com'), chosenFor },
    facts: async () => facts,
    knownFacts: () => facts,
    refresh: async () => {},
  });

describe('a call that is placed', () => {
  test('in the sandbox: with its carrier, and the scripted agent where there is no model', async () => {
    expect(await plansWith(sandboxFacts).plan('org_1', 'relay')).toEqual({
      ...{ carrier: lab.connection.carrier, side: 'sandbox', voiceSource: 'scripted', engine: 'relay' },
      ...{ callbackUrl: null, callsAtOnce: null, callsPerSecond: null },
    });
  });

  test('in the sandbox the scripted agent is read out where an agent has no speech service', async () => {
    expect(await plansWith(sandboxFacts).plan('org_1', 'realtime')).toMatchObject({
      ...{ side: 'sandbox', voiceSource: 'scripted', engine: 'relay' },
    });
    const failing = { kind: 'connected', id: 's1', failing: 'no_credit' } as const;
    expect(await plansWith({ ...sandboxFacts, voice: failing }).plan('org_1', 'realtime')).toMatchObject({
      ...{ voiceSource: 'scripted', engine: 'relay' },
    });
    const works = { ...failing, failing: null };
    expect(await plansWith({ ...sandboxFacts, voice: works }).plan('org_1', 'realtime')).toMatchObject({
      ...{ voiceSource: 's1', engine: 'realtime' },
    });
  });

  test('with a connected account: its address and its limit are kept with the call', async () => {
    expect(await plansWith(realFacts).plan('org_1', 'relay')).toEqual({
      ...{ carrier: own.connection.carrier, side: 'real', voiceSource: 'environment', engine: 'relay' },
      ...{ callbackUrl: 'https://desk.example.com', callsAtOnce: 2, callsPerSecond: 1 },
    });
  });

  test.each<[string, Partial<CallingFacts>, VoiceEngine, string]>([
    [
      'the account is disconnected',
      { phone: { kind: 'disconnected', id: 'c1' } },
      'relay',
      'phone_disconnected',
    ],
    [
      'the model has stopped',
      { voice: { kind: 'connected', id: 'm1', failing: null }, probe: 'down' },
      'relay',
      'model_failing',
    ],
    ['no model was ever set', { voice: { kind: 'never' } }, 'relay', 'model_disconnected'],
    ['there is no address', { address: 'none' }, 'relay', 'address_not_ready'],
    [
      'this server does not have the account',
      { account: { name: 'carrier', account: 'AC9' } },
      'relay',
      'carrier_not_connected',
    ],
    ['no speech service was ever set', { voice: { kind: 'never' } }, 'realtime', 'model_disconnected'],
  ])('is refused in words where %s', async (_what, more, engine, code) => {
    await expect(plansWith({ ...realFacts, ...more }).plan('org_1', engine)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/\.$/),
    });
  });

  test('an account that is chosen for a tenant and not connected is never replaced by another', async () => {
    const plans = plansWith(realFacts, () => ({ name: 'carrier', account: 'AC9' }));
    await expect(plans.plan('org_1', 'relay')).rejects.toMatchObject({ code: 'carrier_not_connected' });
    expect(plans.carrierOf('org_1')).toBeNull();
  });
});

describe('a call that has arrived', () => {
  test('at a real account is answered whichever side the organization is on, never by the scripted agent', async () => {
    const voice = (facts: Partial<CallingFacts>, engine: VoiceEngine = 'relay') =>
      plansWith({ ...realFacts, ...facts }).inboundVoice(own.connection.carrier, 'org_1', engine);
    const environment = { voiceSource: 'environment', engine: 'relay' };
    expect(await voice({ said: 'sandbox' })).toEqual(environment);
    expect(await voice({ phone: { kind: 'disconnected', id: 'c1' } })).toEqual(environment);
    expect(await voice({ voice: { kind: 'never' } })).toBeNull();
    expect(await voice({ voice: { kind: 'never' } }, 'realtime')).toBeNull();
  });

  test('in the sandbox of an organization with real calls: the scripted agent, where there is no model', async () => {
    const plans = plansWith({ ...realFacts, voice: { kind: 'never' } });
    for (const engine of ['relay', 'realtime'] as const)
      expect(await plans.inboundVoice(lab.connection.carrier, 'org_1', engine)).toEqual({
        ...{ voiceSource: 'scripted', engine: 'relay' },
      });
  });
});

test('a try is always in the sandbox, also where this server has none', async () => {
  expect(await plansWith({ ...realFacts, sandbox: null }).tryVoice('org_1', 'relay')).toBe('environment');
  expect(await plansWith({ ...sandboxFacts, sandbox: null }).tryVoice('org_1', 'relay')).toBe('scripted');
});

test('agents show the numbers of the account that the organization would call with', () => {
  expect(plansWith(sandboxFacts).carrierOf('org_1')).toBe(lab.connection.carrier);
  expect(plansWith(realFacts).carrierOf('org_1')).toBe(own.connection.carrier);
});

describe('rules of accounts', () => {
  const rules = (env: NodeJS.ProcessEnv = {}) =>
    callRulesOf(readConfig(env) as ResolvedConfig, directory, plansWith(realFacts), () => false);
  const allows = (env: NodeJS.ProcessEnv, number: string) => {
    try {
      rules(env).forCarrier(own.connection.carrier).guardNumber(number);
      return true;
    } catch {
      return false;
    }
  };

  test('an organization calls the countries that it chose, among those that whoever runs the server allows', () => {
    const [american, german, french] = ['+12025550123', '+4930123456', '+33123456789'];
    expect([american, german, french].map((number) => allows({}, number))).toEqual([true, true, false]);
    const onlyUs = { ALLOWED_COUNTRIES: 'US,FR' };
    expect([american, german, french].map((number) => allows(onlyUs, number))).toEqual([true, false, false]);
  });

  test('an account belongs to whom it was connected by; others to the deployment', () => {
    expect(rules().forCarrier(own.connection.carrier).tenantId).toBe('org_1');
    expect(rules().forCarrier(real.connection.carrier).tenantId).toBeNull();
  });

  test('instructions in German are refused only where the scripted agent speaks', () => {
    const german = 'Bitte rufen Sie Frau Weber an und fragen Sie, ob der Termin noch passt.';
    expect(rules().canRead('scripted', german)).toBe(false);
    expect(rules().canRead('environment', german)).toBe(true);
    expect(rules().canRead('scripted', 'Ask Frau Weber whether the time still suits her.')).toBe(true);
  });
});
