import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../account.ts';
import { RestError } from './errors.ts';

/** Checks basic auth with the account's token or its API key; `accountSid` is the account in the path. */
export function authenticate(account: Account, header: string | undefined, accountSid: string | null): void {
  const denied = new RestError(401, 20003, 'Authenticate');
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (!encoded) throw denied;
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const { sid, authToken, apiKeySid, apiKeySecret } = account;
  const secret = user === sid ? authToken : user === apiKeySid ? apiKeySecret : null;
  if (secret === null || !same(rest.join(':'), secret)) throw denied;
  if (accountSid !== null && accountSid !== sid) throw denied;
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
