import type { ConnectionKind, Problem } from '@parley/contract';
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
