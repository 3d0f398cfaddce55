import type { Environment } from './environment.ts';
import { isLoopbackUrl } from './loopback.ts';

export interface CarrierAccount {
  readonly accountSid: string;
  /** Signs webhooks, also where an API key makes the requests. */
  readonly authToken: string;
  readonly apiKey: { readonly sid: string; readonly secret: string } | null;
  readonly phoneNumber: string;
  readonly baseUrl: string | null;
}

export type CarrierConfig =
  /** Makes real calls. */
  | { readonly kind: 'real'; readonly account: CarrierAccount }
  /** An address on this machine: a phone-lab that runs there, if it proves to be one. */
  | { readonly kind: 'loopback'; readonly account: CarrierAccount }
  /** A phone-lab that has proved to be one: the sandbox. */
  | { readonly kind: 'lab'; readonly account: CarrierAccount }
  /** The sandbox with a phone-lab that the server starts and stops, and gets the credentials from. */
  | { readonly kind: 'own-lab'; readonly lab: OwnLab }
  /** No account in the environment, and no sandbox. */
  | { readonly kind: 'none' };

/** The carrier once it is known whether a loopback address is a phone-lab. */
export type ResolvedCarrier = Exclude<CarrierConfig, { readonly kind: 'loopback' }>;

export const realCarrierNeedsHttps =
  'With a real Twilio account PUBLIC_URL must be the https address that Twilio can reach.';

/** For messages: which settings to look at. */
export const carrierSettings = {
  login: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or TWILIO_API_KEY and TWILIO_API_SECRET',
  account: 'TWILIO_ACCOUNT_SID and its secrets',
  labLogin: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
  number: 'TWILIO_PHONE_NUMBER',
  baseUrl: 'TWILIO_API_BASE_URL',
} as const;

export interface OwnLab {
  readonly port: number;
  readonly portGiven: boolean;
  readonly speed: number;
  readonly cps: number;
  /** How recordings sound: for people, or so that a test can read the words. */
  readonly voice: 'spoken' | 'tones';
}

const defaultLabPort = 4010;

export interface CarrierParts {
  readonly carrier: CarrierConfig;
  /** Where accounts are asked that organizations connect; null: at the carrier's own address. */
  readonly carrierUrl: string | null;
  /** The sandbox that runs beside a real account; null: none does. */
  readonly sandbox: OwnLab | null;
}

export function readCarrierConfig(env: Environment, publicUrl: string | null): CarrierParts {
  const carrierUrl = env.url('TWILIO_API_BASE_URL', ['http:', 'https:']);
  const sandbox = env.choice('SANDBOX', 'on', ['on', 'off']) === 'on' ? readLab(env) : null;
  return { carrier: readAccount(env, publicUrl, carrierUrl, sandbox), carrierUrl, sandbox };
}

function readAccount(
  env: Environment,
  publicUrl: string | null,
  baseUrl: string | null,
  sandbox: OwnLab | null,
): CarrierConfig {
  const given = {
    TWILIO_ACCOUNT_SID: env.text('TWILIO_ACCOUNT_SID'),
    TWILIO_AUTH_TOKEN: env.secret('TWILIO_AUTH_TOKEN'),
    TWILIO_PHONE_NUMBER: env.text('TWILIO_PHONE_NUMBER'),
  };
  const apiKey = readApiKey(env);
  const missing = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));

  // Half an account is an error: an unintended sandbox would look like calls that reach nobody.
  const anything = missing.length < 3 || apiKey !== null;
  if (!anything) return sandbox ? { kind: 'own-lab', lab: sandbox } : { kind: 'none' };
  if (missing.length > 0) env.fault(`Twilio is set up only in part. Missing: ${missing.join(', ')}.`);

  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_PHONE_NUMBER: phoneNumber,
  } = given;
  if (accountSid !== null && !/^AC[0-9a-f]{32}$/i.test(accountSid)) {
    env.fault('TWILIO_ACCOUNT_SID must be AC followed by 32 hexadecimal digits.');
  }
  if (phoneNumber !== null && !/^\+[0-9]{7,15}$/.test(phoneNumber)) {
    env.fault('TWILIO_PHONE_NUMBER must be in international format, e.g. +1234567890.');
  }
  const account: CarrierAccount = {
    accountSid: accountSid ?? '',
    authToken: authToken ?? '',
    apiKey,
    phoneNumber: phoneNumber ?? '',
    baseUrl,
  };
  if (baseUrl !== null && isLoopbackUrl(baseUrl)) return { kind: 'loopback', account };
  if (publicUrl === null || !publicUrl.startsWith('https://')) env.fault(realCarrierNeedsHttps);
  return { kind: 'real', account };
}

function readApiKey(env: Environment): CarrierAccount['apiKey'] {
  const sid = env.text('TWILIO_API_KEY');
  const secret = env.secret('TWILIO_API_SECRET');
  if (sid === null && secret === null) return null;
  if (sid === null || secret === null) {
    env.fault('TWILIO_API_KEY and TWILIO_API_SECRET go together.');
    return null;
  }
  return { sid, secret };
}

function readLab(env: Environment): OwnLab {
  return {
    port: env.integer('PHONE_LAB_PORT', defaultLabPort, [0, 65_535]),
    portGiven: env.text('PHONE_LAB_PORT') !== null,
    speed: env.number('PHONE_LAB_SPEED', 1, [0.1, 1000]),
    cps: env.number('PHONE_LAB_CPS', 10, [0.1, 10_000]),
    voice: env.choice('PHONE_LAB_VOICE', 'spoken', ['spoken', 'tones']),
  };
}
