import { existsSync } from 'node:fs';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../adapters/embedded-postgres/embedded-postgres.ts';
import { DataFolderInUseError, EmbeddedPostgresError } from '../adapters/embedded-postgres/errors.ts';
import { secretsForCommand } from '../adapters/postgres/auth-secret.ts';
import { type Database, openDatabase } from '../adapters/postgres/database.ts';
import { knownSecrets, type MovingSecrets } from '../adapters/postgres/known-secrets.ts';
import { connectionFromUrl } from '../adapters/postgres/pg-connection.ts';
import { WrongAuthSecret } from '../adapters/postgres/secret-move.ts';
import { ensureAuthSecret } from '../composition/secrets.ts';
import type { Config } from '../config/config.ts';
import type { AuthSecret } from '../ports/auth-secrets.ts';
import { CommandUnavailable } from './unavailable.ts';

export interface CommandDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly secrets: MovingSecrets;
}

/** Opens the server's database: the running one, or the embedded one, started for as long as the command takes. */
export async function openCommandDatabase(config: Config): Promise<CommandDatabase> {
  const { owner, stop } = await reachDatabase(config);
  try {
    const { secrets, login } = await readSecrets(owner, config);
    const database = await openWith(owner, login);
    return {
      database,
      secrets: knownSecrets(secrets),
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
  const nothingToStop = async () => {};
  if (config.databaseUrl !== null)
    return { owner: connectionFromUrl(config.databaseUrl), stop: nothingToStop };
  if (!existsSync(config.dataDir)) throw notSetUp(`There is no data folder ${config.dataDir} yet.`);
  try {
    const running = await findRunningPostgres(config.dataDir);
    if (running !== undefined) return { owner: running, stop: nothingToStop };
    const started = await startEmbeddedPostgres({ dataDir: config.dataDir, log: noLog });
    return { owner: started.connection, stop: started.stop };
  } catch (error) {
    if (error instanceof DataFolderInUseError) {
      throw new CommandUnavailable('Parley is starting or stopping right now. Try again in a few seconds.');
    }
    if (error instanceof EmbeddedPostgresError) throw new CommandUnavailable(error.message);
    throw error;
  }
}

/** Refuses where the server would refuse to start: nothing may be stored with another secret. */
async function readSecrets(owner: Owner, { authSecret, authSecretPrevious, dataDir }: Config) {
  try {
    const secret = authSecret ?? ensureAuthSecret(dataDir);
    return await secretsForCommand(owner, { secret, previous: authSecretPrevious });
  } catch (error) {
    throw error instanceof WrongAuthSecret ? new CommandUnavailable(error.message) : asUnavailable(error);
  }
}

/** Does not migrate: with the wrong secret that would lock a running server out of its database. */
async function openWith(owner: Owner, { id, value }: AuthSecret): Promise<Database> {
  try {
    return await openDatabase({ owner, secret: value, secretId: id, onError: () => {}, poolSize: 1 });
  } catch (error) {
    throw asUnavailable(error);
  }
}

function asUnavailable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('28')) {
    return new CommandUnavailable(
      'The database was set up with another AUTH_SECRET. Run the command with the settings that the server runs with; if it has never run, start it first.',
    );
  }
  if (code.startsWith('3D') || code.startsWith('42')) return notSetUp('The database is empty.');
  if (code.startsWith('E') || code.startsWith('08')) {
    return new CommandUnavailable(`The database cannot be reached (${code}). Check DATABASE_URL.`);
  }
  return error;
}

function notSetUp(why: string): CommandUnavailable {
  return new CommandUnavailable(`${why} Start Parley once with npm start, then let people in.`);
}

const noLog = { info: () => {}, warn: () => {}, error: () => {} };
