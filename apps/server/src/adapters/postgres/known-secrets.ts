import type { AuthSecret, AuthSecrets } from '../../ports/auth-secrets.ts';

export interface SecretsOfServer {
  readonly current: AuthSecret;
  /** Known from AUTH_SECRET while AUTH_SECRET_PREVIOUS is the current one. */
  readonly next: AuthSecret | null;
  readonly replaced: { readonly secret: AuthSecret; readonly at: Date } | null;
}

/**
 * For how long signatures of a replaced secret count: longer than a session lasts without being renewed, which signs it
 * again.
 */
const acceptedMs = 8 * 24 * 60 * 60 * 1000;

export interface MovingSecrets extends AuthSecrets {
  /** The secret that becomes current when the move is finished; null where none is under way. */
  readonly next: AuthSecret | null;
  /** The move is finished: the next secret signs from now on. */
  finishMove(): void;
}

export function knownSecrets(
  { current, next, replaced }: SecretsOfServer,
  now: () => number = Date.now,
): MovingSecrets {
  let moved = false;
  const isAccepted = () => replaced !== null && now() < replaced.at.getTime() + acceptedMs;
  const known = () => (replaced === null ? configured() : [...configured(), replaced.secret]);
  const configured = () => (next === null ? [current] : moved ? [next, current] : [current, next]);
  return {
    get current() {
      return configured()[0] as AuthSecret;
    },
    get next() {
      return moved ? null : next;
    },
    get accepted() {
      return isAccepted() ? known() : configured();
    },
    get replaced() {
      return moved ? current : (replaced?.secret ?? null);
    },
    get known() {
      return known();
    },
    find: (id) => known().find((secret) => secret.id === id) ?? null,
    finishMove: () => {
      if (next !== null) moved = true;
    },
  };
}
