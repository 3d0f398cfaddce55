import { startEmbeddedPostgres } from '../adapters/embedded-postgres/embedded-postgres.ts';
import { prepareJobs } from '../adapters/pg-boss/job-schema.ts';
import { type Database, openDatabase } from '../adapters/postgres/database.ts';
import { prepareDatabase } from '../adapters/postgres/migrate.ts';
import { connectionFromUrl } from '../adapters/postgres/pg-connection.ts';
import { databaseOf, groupName } from '../adapters/postgres/roles.ts';
import { watchSecretMove } from '../adapters/postgres/watch-secret-move.ts';
import type { Config } from '../config/config.ts';
import type { AuthSecrets } from '../ports/auth-secrets.ts';
import type { Log } from '../ports/log.ts';
import { ensureAuthSecret } from './secrets.ts';
import type { Shutdown } from './shutdown.ts';

export interface Storage {
  readonly database: Database;
  readonly secrets: AuthSecrets;
}

/** Opens the embedded or an outside database and migrates it. */
export async function openStorage(config: Config, log: Log, shutdown: Shutdown): Promise<Storage> {
  const owner = config.databaseUrl
    ? connectionFromUrl(config.databaseUrl)
    : await startOwnPostgres(config.dataDir, log, shutdown);
  const { applied, connections, secrets, login } = await prepareDatabase(
    owner,
    config.authSecret ?? ensureAuthSecret(config.dataDir),
    config.authSecretPrevious,
  );
  await prepareJobs(owner, groupName(databaseOf(owner), 'system'));
  // Live calls have reserved connections, so a shortage affects API requests: they wait, or get 503.
  if (connections.free < connections.needed)
    log.warn(
      { ...connections },
      'PostgreSQL allows too few connections for this server; raise max_connections',
    );
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const database = await openDatabase({
    owner,
    secret: login.value,
    secretId: login.id,
    onError: (err) => {
      // While a pool closes, PostgreSQL may end its connections first: no reason to warn.
      if (!shutdown.started) log.warn({ err }, 'database connection lost; the next query opens a new one');
    },
  });
  shutdown.add('database connections', () => database.close());
  if (secrets.next !== null) {
    log.info(
      {},
      'AUTH_SECRET_PREVIOUS is still used to sign; leave it out once every server knows AUTH_SECRET',
    );
    shutdown.add('move to the next AUTH_SECRET', watchSecretMove(database.identityPool, secrets, log));
  }
  return { database, secrets };
}

async function startOwnPostgres(dataDir: string, log: Log, shutdown: Shutdown) {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: {
      info: (message) => log.info({}, message),
      warn: (message) => log.warn({}, message),
      error: (message) => log.error({}, message),
    },
  });
  shutdown.add('PostgreSQL', () => postgres.stop());
  // Without its database the server is of no use: the rejection ends the process, and its supervisor restarts it.
  void postgres.lost.then((error) => {
    throw error;
  });
  return postgres.connection;
}
