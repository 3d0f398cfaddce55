import { randomBytes } from 'node:crypto';
import type { Actor, NewConnection } from '../src/ports/connections.ts';

export const newAccount = () => `AC${randomBytes(16).toString('hex')}`;
let lastNumber = 15005550100;
export const newNumber = () => `+${++lastNumber}`;
export const sidOf = (number: string) => `PN${number.slice(1).padStart(32, '0')}`;

/** An account to connect; what is not given is new. */
export function phoneAccount(
  actor: Actor,
  {
    account = newAccount(),
    numbers = [newNumber()],
    token = 'token-1',
    ...change
  }: Partial<NewConnection & { account: string; numbers: string[]; token: string }> = {},
): NewConnection {
  return {
    actor,
    settings: {
      version: 1,
      kind: 'phone',
      accountSid: account,
      accountName: 'One',
      apiKeySid: null,
      baseUrl: null,
      mainNumber: numbers[0] ?? '',
    },
    secrets: { 'auth-token': token },
    replaces: null,
    phone: {
      carrier: 'twilio',
      limits: { callsAtOnce: 2, callsPerSecond: 1, countries: ['US'] },
      numbers: numbers.map((number) => ({ number, sid: sidOf(number) })),
    },
    ...change,
  };
}
