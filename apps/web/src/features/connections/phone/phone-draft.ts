import type { NumberOffer, PhoneCredentials, PhoneLimits } from '@parley/contract';

/** What is typed of the login. */
export interface TypedLogin {
  accountSid: string;
  authToken: string;
  /** Whether requests use an API key in the place of the token. */
  withKey: boolean;
  keySid: string;
  keySecret: string;
}

export const emptyLogin: TypedLogin = {
  accountSid: '',
  authToken: '',
  withKey: false,
  keySid: '',
  keySecret: '',
};

export function secretsOf({ authToken, withKey, keySid, keySecret }: TypedLogin) {
  return { authToken, apiKey: withKey ? { sid: keySid, secret: keySecret } : null };
}

/** What becomes of the API key when the auth token is replaced. */
export type KeyChange = 'keep' | 'replace' | 'remove';

/** Of an account that is connected already: a key that is not spoken of stays as it is. */
export function changedSecretsOf({ authToken, keySid, keySecret }: TypedLogin, change: KeyChange) {
  if (change === 'keep') return { authToken };
  return { authToken, apiKey: change === 'remove' ? null : { sid: keySid, secret: keySecret } };
}

export function credentialsOf(typed: TypedLogin): PhoneCredentials {
  return { accountSid: typed.accountSid, ...secretsOf(typed) };
}

/** What is typed of the limits. */
export interface TypedLimits {
  callsAtOnce: string;
  callsPerSecond: string;
  countries: readonly string[];
}

/** What an account without an approved profile may do. */
export const firstLimits: TypedLimits = { callsAtOnce: '2', callsPerSecond: '1', countries: [] };

export function limitsOf({ callsAtOnce, callsPerSecond, countries }: TypedLimits): PhoneLimits {
  return {
    callsAtOnce: numberOf(callsAtOnce),
    callsPerSecond: numberOf(callsPerSecond.replace(',', '.')),
    countries: [...countries],
  };
}

/** NaN is no number to the schema, which has a sentence for it. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Why a number cannot be chosen; null when it can. */
export function whyNotChosen({ voice, claimed }: NumberOffer): string | null {
  if (!voice) return 'No voice: it cannot be used.';
  return claimed === 'elsewhere' ? 'Another organization here uses it.' : null;
}

/** Where calls to a number go today, as the end of a sentence. */
export function placeOfCalls({ points, webhooks }: NumberOffer): string {
  switch (points) {
    case 'here':
      return 'to Parley';
    case 'nowhere':
      return 'nowhere';
    case 'application':
      return webhooks.trunkSid === ''
        ? `to the application ${webhooks.voiceApplicationSid}`
        : `to the trunk ${webhooks.trunkSid}`;
    case 'elsewhere':
      return `to ${webhooks.voiceUrl}`;
  }
}
