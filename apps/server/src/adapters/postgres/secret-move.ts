/**
 * How a deployment moves from one AUTH_SECRET to the next (docs/secrets.md). Pure: what the settings of a starting server
 * mean, given what the database knows.
 */

export interface GivenSecrets {
  /** AUTH_SECRET. */
  readonly secret: string;
  /** AUTH_SECRET_PREVIOUS. */
  readonly previous: string | null;
}

/** What the database keeps about its secrets. */
export interface SecretState {
  readonly id: string;
  readonly digest: string;
  /** The secret that the deployment is moving to. */
  readonly next: { readonly id: string; readonly digest: string } | null;
  /** The current secret, sealed with the next one. */
  readonly sealedForNext: string | null;
  /** The one it has moved from, sealed with the current one. */
  readonly previous: { readonly id: string; readonly sealed: string; readonly movedAt: Date } | null;
}

/** Which secret of the database a given one is. */
export type Matched = 'current' | 'next' | 'unknown';

export type SecretDecision =
  /** AUTH_SECRET is the current one. */
  | { readonly kind: 'use' }
  /** The first server that knows both. `abandons`: the database has another next one, which no server may be using. */
  | { readonly kind: 'begin'; readonly abandons: boolean }
  /** One more server that knows both: it still signs with the previous one. */
  | { readonly kind: 'join' }
  /** The first server with the next one alone. No server may be left that knows only the previous one. */
  | { readonly kind: 'finish' }
  | { readonly kind: 'refuse'; readonly why: Refusal };

export type Refusal = 'wrong secret' | 'wrong previous' | 'unfinished' | 'another next';

export function decideSecret(secret: Matched, previous: Matched | null, hasNext: boolean): SecretDecision {
  switch (secret) {
    // Whatever the previous one is: it may be left over from a move that is finished.
    case 'current':
      return { kind: 'use' };
    case 'next':
      if (previous === null) return { kind: 'finish' };
      return previous === 'current' ? { kind: 'join' } : { kind: 'refuse', why: 'wrong previous' };
    case 'unknown':
      if (previous === 'current') return { kind: 'begin', abandons: hasNext };
      return { kind: 'refuse', why: previous === 'next' ? 'wrong previous' : 'wrong secret' };
  }
}

const sentences: Record<Refusal, string> = {
  'wrong secret':
    'AUTH_SECRET is not the one that this database was set up with, so nothing was changed. Use the secret of the running servers; docs/operations.md, PostgreSQL, says what to do when it is lost, and docs/secrets.md how to change it.',
  'wrong previous':
    'AUTH_SECRET_PREVIOUS is not the secret that the running servers use, so nothing was changed. Set it to their AUTH_SECRET; docs/secrets.md has the steps.',
  unfinished:
    'A server that does not know this AUTH_SECRET is still connected to the database, so nothing was changed. First restart every server with AUTH_SECRET_PREVIOUS set to the old secret, then leave it out; docs/secrets.md has the steps.',
  'another next':
    'Other servers are already moving to another new AUTH_SECRET, so nothing was changed. Give every server the same new one; docs/secrets.md has the steps.',
};

/** The settings do not fit the secrets of this database. Thrown before anything is changed. */
export class WrongAuthSecret extends Error {
  override readonly name = 'WrongAuthSecret';
  readonly why: Refusal;
  constructor(why: Refusal = 'wrong secret') {
    super(sentences[why]);
    this.why = why;
  }
}
