import type { CheckModelResponse, ConnectionKind, Problem } from '@parley/contract';
import type { NewSecrets, StoredConnection } from '../../ports/connections.ts';

/**
 * Tries whether a connection works: null, or what is wrong. `secrets` are tried in the place of those that are stored; an
 * empty one tries it as it is. Whatever the other side does is a problem in words, not an exception. `routine`: done every
 * few minutes for as long as it is connected, so nothing that costs money, and no message.
 */
export type ConnectionTest = (
  connection: StoredConnection,
  secrets: NewSecrets,
  occasion: 'asked' | 'routine',
) => Promise<Problem | null>;

/** Kinds that cannot be tried are left out. */
export type ConnectionTests = Readonly<Partial<Record<ConnectionKind, ConnectionTest>>>;

/** What was found out: of a model all that it was asked for. */
export interface TestResult {
  readonly problem: Problem | null;
  readonly model?: CheckModelResponse;
}

/** How what the environment sets is tried. Kinds that it does not set are left out. */
export type DefaultTests = Readonly<Partial<Record<ConnectionKind, () => Promise<TestResult>>>>;
