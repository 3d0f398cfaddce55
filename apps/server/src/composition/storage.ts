import { startEmbeddedPostgres } from '../adapters/embedded-postgres/embedded-postgres.ts';
import { prepareJobs } from '../adapters/pg-boss/job-schema.ts';
import { connectionFromUrl } from '../adapters/postgres/connection.ts';
import { fewConnections, moreConnections } from '../adapters/postgres/connection-budget.ts';
import { type Database, openDatabase } from '../adapters/postgres/database.ts';
import { prepareDatabase } from '../adapters/postgres/migrate.ts';
import { databaseOf, groupName } from '../adapters/postgres/roles.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../ports/log.ts';
import type { Shutdown } from './shutdown.ts';

/** The database, ours or an outside one, brought to the newest schema. */
export async function openStorage(
  config: Config,
  secret: string,
  log: Log,
  shutdown: Shutdown,
): Promise<Database> {
  const owner = config.databaseUrl
    ? connectionFromUrl(config.databaseUrl)
    : await startOwnPostgres(config.dataDir, log, shutdown);
  const { applied, connections } = await prepareDatabase(owner, secret);
  await prepareJobs(owner, groupName(databaseOf(owner), 'system'));
  // Live calls have theirs reserved; people's requests would have to wait, or be told to come back later.
  if (connections.free < connections.needed)
    log.warn({ ...connections }, `${fewConnections(connections)}. ${moreConnections}`);
  if (applied.length > 0) log.info({ applied }, 'the database is up to date');
  const database = await openDatabase({
    owner,
    secret,
    onError: (err) => {
      // A pool counts as closed while its farewells are still under way; PostgreSQL may cut them short.
      if (!shutdown.started) log.warn({ err }, 'a database connection broke; the next query opens another');
    },
  });
  shutdown.add('database connections', () => database.close());
  return database;
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
  // Without its database the server is of no use; whoever supervises it may start it anew.
  void postgres.lost.then((error) => {
    throw error;
  });
  return postgres.connection;
}
