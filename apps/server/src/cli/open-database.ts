import { existsSync } from 'node:fs';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../adapters/embedded-postgres/embedded-postgres.ts';
import { DataFolderInUseError, EmbeddedPostgresError } from '../adapters/embedded-postgres/faults.ts';
import { checkSecret, OtherSecret } from '../adapters/postgres/auth-secret.ts';
import { connectionFromUrl } from '../adapters/postgres/connection.ts';
import { type Database, openDatabase } from '../adapters/postgres/database.ts';
import { ensureAuthSecret } from '../composition/secrets.ts';
import type { Config } from '../config/config.ts';
import { Unavailable } from './unavailable.ts';

export interface CommandDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly secret: string;
}

/** The way into the same database as the server's, which is found running or started for the moment. */
export async function openCommandDatabase(config: Config): Promise<CommandDatabase> {
  const { owner, stop } = await reachDatabase(config);
  try {
    const secret = config.authSecret ?? ensureAuthSecret(config.dataDir);
    await refuseWrongSecret(owner, secret);
    const database = await openWith(owner, secret);
    return {
      database,
      secret,
      [Symbol.asyncDispose]: async () => {
        await database.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Owner = Parameters<typeof openDatabase>[0]['owner'];

async function reachDatabase(config: Config): Promise<{ owner: Owner; stop: () => Promise<void> }> {
  const leave = async () => {};
  if (config.databaseUrl !== null) return { owner: connectionFromUrl(config.databaseUrl), stop: leave };
  if (!existsSync(config.dataDir)) throw notSetUp(`There is no data folder ${config.dataDir} yet.`);
  try {
    const running = await findRunningPostgres(config.dataDir);
    if (running !== undefined) return { owner: running, stop: leave };
    const started = await startEmbeddedPostgres({ dataDir: config.dataDir, log: silentSupervisor });
    return { owner: started.connection, stop: started.stop };
  } catch (error) {
    if (error instanceof DataFolderInUseError) {
      throw new Unavailable('Parley is starting or stopping at this moment. Try again in a few seconds.');
    }
    if (error instanceof EmbeddedPostgresError) throw new Unavailable(error.message);
    throw error;
  }
}

/** The server refuses it just the same; what was written down with it would be of no use. */
async function refuseWrongSecret(owner: Owner, secret: string): Promise<void> {
  try {
    await checkSecret(owner, secret);
  } catch (error) {
    throw error instanceof OtherSecret ? new Unavailable(error.message) : asUnavailable(error);
  }
}

/** Nothing is migrated here: with the wrong secret that would lock a running server out of its own database. */
async function openWith(owner: Owner, secret: string): Promise<Database> {
  try {
    return await openDatabase({ owner, secret, onError: () => {}, poolSize: 1 });
  } catch (error) {
    throw asUnavailable(error);
  }
}

function asUnavailable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('28')) {
    return new Unavailable(
      'The database does not know this AUTH_SECRET. Run the command with the settings that the server runs with; if it has never run, start it first.',
    );
  }
  if (code.startsWith('3D') || code.startsWith('42')) return notSetUp('The database is empty.');
  if (code.startsWith('E') || code.startsWith('08')) {
    return new Unavailable(`The database cannot be reached (${code}). Check DATABASE_URL.`);
  }
  return error;
}

function notSetUp(why: string): Unavailable {
  return new Unavailable(`${why} Start Parley once with npm start, then let people in.`);
}

const nothing = () => {};
const silentSupervisor = { info: nothing, warn: nothing, error: nothing };
