import {
  type ConnectionBudget,
  connectionAdvice,
  connectionShortage,
} from '../../adapters/postgres/connection-budget.ts';
import { createConnectionStore } from '../../adapters/postgres/connections/store.ts';
import type { Database } from '../../adapters/postgres/database.ts';
import { createDeploymentKeys } from '../../adapters/postgres/deployment-keys.ts';
import type { MovingSecrets } from '../../adapters/postgres/known-secrets.ts';
import { checkVault, type VaultCheck } from '../../adapters/postgres/vault-check.ts';
import type { Config } from '../../config/config.ts';
import type { StoredConnection } from '../../ports/connections.ts';
import { openCommandDatabase } from '../open-database.ts';
import { CommandUnavailable } from '../unavailable.ts';
import { type Finding, fault, ok } from './finding.ts';

export interface DatabaseReport {
  readonly findings: readonly Finding[];
  /** With which servers of this deployment know each other; null: it could not be read. */
  readonly addressKey: Buffer | null;
  /** What is connected in the browser now. */
  readonly connections: readonly StoredConnection[];
}

/** Opens the database the way the server does: in three roles, each of which must be bound by row-level security. */
export async function checkDatabase(config: Config): Promise<DatabaseReport> {
  const kind = config.databaseUrl === null ? 'the embedded PostgreSQL' : 'PostgreSQL';
  try {
    await using opened = await openCommandDatabase(config);
    const { database, secrets } = opened;
    await database.ping();
    const findings = [
      ok('database', `${kind} answers`),
      ok('database roles', 'all three can sign in and are bound by row-level security'),
      connectionsFinding(await database.connectionBudget()),
      ...(config.authSecretPrevious === null ? [] : [secretFinding(secrets)]),
      vaultFinding(await checkVault(database, secrets)),
    ];
    const keys = createDeploymentKeys(database, secrets, silent);
    const addressKey = await keys.get('address-check').catch(() => null);
    return { findings, addressKey, connections: await readConnections(database, secrets) };
  } catch (error) {
    if (error instanceof CommandUnavailable) {
      const [first = '', ...rest] = error.message.split(/(?<=\.) /);
      const finding = fault('database', first, rest.join(' ') || 'Check DATABASE_URL.');
      return { findings: [finding], addressKey: null, connections: [] };
    }
    const message = error instanceof Error ? error.message : String(error);
    const findings = [
      ok('database', `${kind} answers`),
      fault(
        'database roles',
        message,
        'Start Parley once with an owner that may create roles; see docs/operations.md, PostgreSQL.',
      ),
    ];
    return { findings, addressKey: null, connections: [] };
  }
}

/** A server of an earlier release has not made the table yet. */
async function readConnections(database: Database, secrets: MovingSecrets): Promise<StoredConnection[]> {
  const store = createConnectionStore({ database, secrets, log: silent });
  const { connections } = await store.load().catch(() => ({ connections: [] }));
  return connections.filter(({ state }) => state === 'active');
}

/** What cannot be read is a finding of its own. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** The number of free connections says little here: a running server holds its own already. */
function connectionsFinding(budget: ConnectionBudget): Finding {
  const { allowed, needed } = budget;
  return allowed < needed
    ? fault('connections', connectionShortage(budget), connectionAdvice)
    : ok('connections', `PostgreSQL allows ${allowed}, one server uses up to ${needed}`);
}

function vaultFinding({ sealed, unreadable }: VaultCheck): Finding {
  const named = unreadable.slice(0, 5).join(', ');
  return unreadable.length === 0
    ? ok('vault', `all ${sealed} sealed values can be read`)
    : fault(
        'vault',
        `${unreadable.length} of ${sealed} sealed values cannot be read: ${named}`,
        'Enter them again, or bring back the AUTH_SECRET they were sealed with; see docs/secrets.md.',
      );
}

function secretFinding({ next }: MovingSecrets): Finding {
  return next === null
    ? ok('secret', 'AUTH_SECRET_PREVIOUS is not needed any more: AUTH_SECRET is in use')
    : ok('secret', 'AUTH_SECRET_PREVIOUS is in use; leave it out once every server knows AUTH_SECRET');
}
