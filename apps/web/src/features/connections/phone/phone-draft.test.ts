import { changePhoneBody, type NumberOffer, phoneCredentials, phoneLimits } from '@parley/contract';
import { expect, test } from 'vitest';
import { fieldErrors } from '../field-errors.ts';
import {
  changedSecretsOf,
  credentialsOf,
  emptyLogin,
  firstLimits,
  limitsOf,
  placeOfCalls,
  whyNotChosen,
} from './phone-draft.ts';

const offer = {
  sid: `PN${'0'.repeat(32)}`,
  number: '+15005550006',
  voice: true,
  webhooks: {
    voiceUrl: 'https://old.example.com/voice',
    voiceMethod: 'POST',
    voiceFallbackUrl: '',
    voiceFallbackMethod: 'POST',
    statusCallback: '',
    statusCallbackMethod: 'POST',
    voiceApplicationSid: '',
    trunkSid: '',
  },
  points: 'elsewhere',
  claimed: 'no',
} satisfies NumberOffer;

test('a login without an API key sends none, whatever stands in the hidden fields', () => {
  const typed = { ...emptyLogin, accountSid: `AC${'a'.repeat(32)}`, authToken: 'token', keySid: 'left over' };
  expect(credentialsOf(typed)).toEqual({ accountSid: typed.accountSid, authToken: 'token', apiKey: null });
  expect(fieldErrors(phoneCredentials, credentialsOf(typed)).size).toBe(0);
  const errors = fieldErrors(phoneCredentials, credentialsOf({ ...typed, withKey: true }));
  expect([...errors.keys()]).toEqual(['apiKey.sid', 'apiKey.secret']);
});

test('an API key in use is not dropped with a new auth token, only when it is said so', () => {
  const typed = { ...emptyLogin, authToken: 'token', keySid: `SK${'b'.repeat(32)}`, keySecret: 'secret' };
  const sent = (change: 'keep' | 'replace' | 'remove') => {
    const secrets = changedSecretsOf(typed, change);
    expect(fieldErrors(changePhoneBody, { revision: 1, secrets }).size).toBe(0);
    return secrets;
  };
  expect(sent('keep')).toEqual({ authToken: 'token' });
  expect(sent('remove')).toEqual({ authToken: 'token', apiKey: null });
  expect(sent('replace')).toMatchObject({ apiKey: { sid: typed.keySid, secret: 'secret' } });
});

test('limits are numbers as they are typed, with a comma too, and what is none has a sentence', () => {
  const typed = { ...firstLimits, callsPerSecond: '0,5', countries: ['US'] };
  expect(limitsOf(typed)).toEqual({ callsAtOnce: 2, callsPerSecond: 0.5, countries: ['US'] });
  const errors = fieldErrors(phoneLimits, limitsOf({ callsAtOnce: '', callsPerSecond: 'x', countries: [] }));
  expect([...errors.keys()].toSorted()).toEqual(['callsAtOnce', 'callsPerSecond', 'countries']);
});

test('a number says where its calls go today, and why it cannot be chosen', () => {
  expect(placeOfCalls(offer)).toBe('to https://old.example.com/voice');
  expect(placeOfCalls({ ...offer, points: 'nowhere' })).toBe('nowhere');
  const trunk = { ...offer.webhooks, trunkSid: 'TK1' };
  expect(placeOfCalls({ ...offer, points: 'application', webhooks: trunk })).toBe('to the trunk TK1');
  expect(whyNotChosen(offer)).toBeNull();
  expect(whyNotChosen({ ...offer, voice: false })).toMatch(/No voice/);
  expect(whyNotChosen({ ...offer, claimed: 'elsewhere' })).toMatch(/Another organization/);
});
