import type { ApiKey } from '@parley/contract';
import type { Tone } from '../../ui/badge.tsx';

/** A key that ends within these days is shown as such, so that another is made in time. */
const soonMs = 7 * 86_400_000;

export interface KeyState {
  works: boolean;
  word: string;
  tone: Tone;
}

export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): KeyState {
  if (revokedAt !== null) return { works: false, word: 'Revoked', tone: 'red' };
  if (expiresAt === null) return { works: true, word: 'Works', tone: 'green' };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { works: false, word: 'Expired', tone: 'grey' };
  return left < soonMs
    ? { works: true, word: 'Expires soon', tone: 'amber' }
    : { works: true, word: 'Works', tone: 'green' };
}

/** Those that work come first; within both parts the order of the server, newest first. */
export function sortedKeys(keys: readonly ApiKey[], now: number): ApiKey[] {
  const works = (key: ApiKey) => stateOf(key, now).works;
  return [...keys.filter(works), ...keys.filter((key) => !works(key))];
}
