import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../account.ts';
import { RestError } from './errors.ts';

/** By what a request proved whose it is. */
export type Proved = 'token' | 'key';

/** Checks basic auth with a token of the account or its API key; `accountSid` is the account in the path. */
export function authenticate(
  account: Account,
  header: string | undefined,
  accountSid: string | null,
): Proved {
  const denied = new RestError(401, 20003, 'Authenticate');
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) throw denied;
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const { sid, authToken, secondAuthToken, apiKeySid, apiKeySecret } = account;
  const secrets = user === sid ? [authToken, secondAuthToken] : user === apiKeySid ? [apiKeySecret] : [];
  if (!secrets.some((secret) => secret !== null && same(rest.join(':'), secret))) throw denied;
  if (accountSid !== null && accountSid !== sid) throw denied;
  return user === sid ? 'token' : 'key';
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
