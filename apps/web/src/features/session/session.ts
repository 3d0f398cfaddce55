import type { GetToken } from '../../lib/api-client.ts';

export interface SessionUser {
  firstName: string;
  lastName: string;
  email: string;
}

/** An authorized user may have no role at all: the entry in the token counts, not its value. */
export type Authorization = { status: 'authorized'; role: string | null } | { status: 'not-authorized' };

export interface SignedIn {
  status: 'signed-in';
  user: SessionUser;
  authorization: Authorization;
  getToken: GetToken;
  /** Ends the session at the provider, then loads the landing page anew, so that nothing stays in memory. */
  signOut: () => Promise<void>;
}

/** Who is looking at the page, as far as is known. */
export type Session =
  | { status: 'loading' }
  | { status: 'unavailable'; message: string; retry: () => void }
  | { status: 'signed-out' }
  | SignedIn;

/** True when both say the same, whatever functions they carry. */
export function sameSession(one: Session, other: Session): boolean {
  if (one.status !== 'signed-in' || other.status !== 'signed-in') return one.status === other.status;
  return JSON.stringify([one.user, one.authorization]) === JSON.stringify([other.user, other.authorization]);
}
