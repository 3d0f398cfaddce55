import type { Pointing, WebhookValues } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { ConnectedNumber, PointingChange } from '../../../ports/connections.ts';
import { type PhoneAccount, PhoneAccountFailed, type PhoneProblem } from '../../../ports/phone-account.ts';
import { pointNumber, recoverNumber, restoreNumber } from './point-numbers.ts';

const values = (voiceUrl: string): WebhookValues => ({
  voiceUrl,
  voiceMethod: 'POST',
  voiceFallbackUrl: '',
  voiceFallbackMethod: 'POST',
  statusCallback: '',
  statusCallbackMethod: 'POST',
  voiceApplicationSid: '',
  trunkSid: '',
});
const practice = values('https://practice.example.com/voice');
const somebody = values('https://elsewhere.example.com/voice');
const ours = values('https://desk.example.com/webhooks/carrier/c1/inbound');
const oursBefore = values('https://old.example.com/webhooks/carrier/c1/inbound');
const number = '+15005550006';

type SetFault = PhoneProblem | 'ignored' | 'killed before' | 'killed after';

/** A carrier with one number, and what is stored of it, as the store keeps it. */
function world(at: WebhookValues | null, stored: Partial<ConnectedNumber> = {}) {
  const state = {
    carrier: at,
    row: { number, sid: 'PN1', pointing: null, before: null, ...stored } as ConnectedNumber,
    marks: [] as (Pointing | null)[],
    sets: [] as string[],
    voice: true,
    fault: null as SetFault | null,
    unreachable: false,
  };
  const view = () => {
    if (state.carrier === null) throw new PhoneAccountFailed('number_missing', null);
    return {
      sid: 'PN1',
      number,
      voice: state.voice,
      webhooks: state.carrier,
      callsGo: 'to an address' as const,
    };
  };
  const account: PhoneAccount = {
    info: () => Promise.reject(new Error('not asked')),
    numbers: async () => [view()],
    number: async () => {
      if (state.unreachable) throw new PhoneAccountFailed('carrier_unreachable', null);
      return state.carrier && view();
    },
    set: async (_sid, wanted) => {
      state.sets.push(wanted.voiceUrl);
      const { fault } = state;
      if (fault === 'killed before') throw new Error('killed');
      if (fault !== 'ignored' && fault !== 'killed after' && fault !== null)
        throw new PhoneAccountFailed(fault, null);
      if (fault !== 'ignored') state.carrier = wanted;
      if (fault === 'killed after') throw new Error('killed');
      return view();
    },
    ownWebhooks: () => ours,
    isOwn: ({ voiceUrl }) => voiceUrl.endsWith('/webhooks/carrier/c1/inbound'),
  };
  const store = {
    markPointing: async (_tenant: string, _id: string, change: PointingChange) => {
      state.marks.push(change.pointing);
      const kept = change.present ?? state.row.before;
      const before = change.pointing === 'restored' ? null : kept;
      state.row = { ...state.row, pointing: change.pointing, before };
    },
  };
  return { state, deps: { account, store, connection: { tenantId: 'org_1', id: 'c1' } } };
}

describe('taking over a number', () => {
  test('CN21: what the carrier had is stored before the carrier is asked to change it', async () => {
    const { state, deps } = world(practice);
    expect(await pointNumber(deps, state.row, practice)).toEqual({
      ...{ kind: 'done', pointing: 'here', problem: null },
    });
    expect(state.marks).toEqual(['pointing', 'here']);
    expect([state.carrier, state.row.before]).toEqual([ours, practice]);
  });

  test('CN21: a number that was changed since the person looked is not taken over', async () => {
    const { state, deps } = world(somebody);
    expect(await pointNumber(deps, state.row, practice)).toEqual({ kind: 'changed' });
    expect([state.sets, state.marks]).toEqual([[], []]);
  });

  test('a second click changes nothing and never keeps our own address as the old one', async () => {
    const { state, deps } = world(practice);
    await pointNumber(deps, state.row, practice);
    expect(await pointNumber(deps, state.row, ours)).toMatchObject({ pointing: 'here', problem: null });
    expect([state.sets, state.row.before]).toEqual([[ours.voiceUrl], practice]);
  });

  test('with another public address the number is pointed anew, and what was kept first stays', async () => {
    const { state, deps } = world(oursBefore, { pointing: 'here', before: practice });
    expect(await pointNumber(deps, state.row, oursBefore)).toMatchObject({ pointing: 'here', problem: null });
    expect([state.carrier, state.row.before]).toEqual([ours, practice]);
  });

  test.each([
    ['changed at the carrier', 'here'],
    ['left to somebody else', 'left'],
  ] as const)('a number %s and taken again goes back to where it went last', async (_, pointing) => {
    const { state, deps } = world(somebody, { pointing, before: practice });
    await pointNumber(deps, state.row, somebody);
    expect([state.carrier, state.row.before]).toEqual([ours, somebody]);
    expect(await restoreNumber(deps, state.row)).toEqual({ kind: 'restored' });
    expect(state.carrier).toEqual(somebody);
  });

  test('values that the carrier does not keep at another address of ours do not end the take-over', async () => {
    const { state, deps } = world(oursBefore, { pointing: 'here', before: practice });
    state.fault = 'ignored';
    expect(await pointNumber(deps, state.row, oursBefore)).toMatchObject({
      pointing: 'here',
      problem: { code: 'webhooks_not_kept' },
    });
    expect(state.row).toMatchObject({ pointing: 'here', before: practice });
  });

  test.each([
    ['webhooks_refused', 'restored', practice],
    ['account_suspended', 'restored', practice],
    ['carrier_unreachable', 'pointing', practice],
  ] as const)('the carrier answers with %s', async (fault, pointing, carrier) => {
    const { state, deps } = world(practice);
    state.fault = fault;
    expect(await pointNumber(deps, state.row, practice)).toMatchObject({
      pointing,
      problem: { code: fault },
    });
    expect([state.row.pointing, state.carrier]).toEqual([pointing, carrier]);
  });

  test('CN21: values that the carrier does not keep are put back, and it is said', async () => {
    const { state, deps } = world(practice);
    state.fault = 'ignored';
    expect(await pointNumber(deps, state.row, practice)).toMatchObject({
      pointing: 'restored',
      problem: { code: 'webhooks_not_kept' },
    });
    expect(state.sets).toEqual([ours.voiceUrl, practice.voiceUrl]);
  });

  test('a number without voice is not taken', async () => {
    const { state, deps } = world(practice);
    state.voice = false;
    expect(await pointNumber(deps, state.row, practice)).toMatchObject({
      problem: { code: 'number_without_voice' },
    });
    expect(state.sets).toEqual([]);
  });
});

describe('a server killed in between leaves a number that the next one finishes', () => {
  test.each([
    ['killed before', practice, 'restored', null],
    ['killed after', ours, 'here', practice],
  ] as const)('%s the carrier changed it', async (fault, carrier, pointing, before) => {
    const { state, deps } = world(practice);
    state.fault = fault;
    await expect(pointNumber(deps, state.row, practice)).rejects.toThrow('killed');
    expect(state.row).toMatchObject({ pointing: 'pointing', before: practice });
    state.fault = null;
    expect(await recoverNumber(deps, state.row)).toBe(true);
    expect([state.carrier, state.row.pointing, state.row.before]).toEqual([carrier, pointing, before]);
  });

  test.each(['killed before', 'killed after'] as const)('%s it was put back', async (fault) => {
    const { state, deps } = world(ours, { pointing: 'here', before: practice });
    state.fault = fault;
    await expect(restoreNumber(deps, state.row)).rejects.toThrow('killed');
    expect(state.row.pointing).toBe('restoring');
    state.fault = null;
    expect(await recoverNumber(deps, state.row)).toBe(true);
    expect([state.carrier, state.row.pointing, state.row.before]).toEqual([practice, 'restored', null]);
  });

  test('a number that somebody else has taken meanwhile is left to them', async () => {
    const { state, deps } = world(somebody, { pointing: 'pointing', before: practice });
    await recoverNumber(deps, state.row);
    expect([state.row.pointing, state.sets]).toEqual(['left', []]);
  });

  test('while the carrier does not answer nothing is concluded', async () => {
    const { state, deps } = world(practice, { pointing: 'pointing', before: practice });
    state.unreachable = true;
    expect(await recoverNumber(deps, state.row)).toBe(false);
    expect(state.row.pointing).toBe('pointing');
  });
});

describe('giving a number back', () => {
  test('CN21: the old values are in force again and are forgotten, so that a later take-over keeps fresh ones', async () => {
    const { state, deps } = world(ours, { pointing: 'here', before: practice });
    expect(await restoreNumber(deps, state.row)).toEqual({ kind: 'restored' });
    expect([state.carrier, state.row]).toMatchObject([practice, { pointing: 'restored', before: null }]);
  });

  test('a number that was changed by somebody else stays as they set it', async () => {
    const { state, deps } = world(somebody, { pointing: 'here', before: practice });
    expect(await restoreNumber(deps, state.row)).toEqual({ kind: 'left' });
    expect(state.sets).toEqual([]);
  });

  test('an account that refuses: the old values are told, to be typed in by hand', async () => {
    const { state, deps } = world(ours, { pointing: 'here', before: practice });
    state.fault = 'webhooks_refused';
    expect(await restoreNumber(deps, state.row)).toMatchObject({
      kind: 'failed',
      values: practice,
      problem: { code: 'webhooks_refused' },
    });
    expect(state.row.before).toEqual(practice);
  });
});
