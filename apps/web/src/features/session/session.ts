import type { Permission } from '@parley/contract';
import type { GetToken } from '../../lib/api-client.ts';

export interface SessionUser {
  /** Of the account at the provider. */
  id: string;
  firstName: string;
  lastName: string;
  email: string;
}

/** An authorized user may have no role: the entry in the token gives access, its value is the role. */
export type Authorization =
  | { status: 'authorized'; role: string | null; permissions: readonly Permission[] }
  | { status: 'not-authorized' }
  /** The organization requires a second factor that the account does not have yet. */
  | { status: 'second-factor-missing' };

export interface SignedIn {
  status: 'signed-in';
  user: SessionUser;
  authorization: Authorization;
  getToken: GetToken;
  /** Ends the session at the provider, then reloads on the landing page, so that nothing stays in memory. */
  signOut: () => Promise<void>;
  /** Ends the session because nobody is there, and keeps what was typed; null where the provider does that itself. */
  endIdle: (() => Promise<void>) | null;
}

/** The state of sign-in in this tab. */
export type Session =
  | { status: 'loading' }
  | { status: 'unavailable'; message: string; retry: () => void }
  | { status: 'signed-out' }
  | SignedIn;

/** Compares the data, not the functions. */
export function sameSession(one: Session, other: Session): boolean {
  if (one.status !== 'signed-in' || other.status !== 'signed-in') return one.status === other.status;
  return JSON.stringify([one.user, one.authorization]) === JSON.stringify([other.user, other.authorization]);
}
