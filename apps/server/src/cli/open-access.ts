import { existsSync } from 'node:fs';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../adapters/embedded-postgres/embedded-postgres.ts';
import { DataFolderInUseError, EmbeddedPostgresError } from '../adapters/embedded-postgres/faults.ts';
import { createAccessList } from '../adapters/postgres/access-list.ts';
import { createAccountBook } from '../adapters/postgres/account-book.ts';
import { connectionFromUrl } from '../adapters/postgres/connection.ts';
import { type Database, openDatabase } from '../adapters/postgres/database.ts';
import { createLoginAttempts } from '../adapters/postgres/login-attempts.ts';
import { notedAddress } from '../address-note.ts';
import type { Config } from '../config.ts';
import { ensureAuthSecret } from '../secrets.ts';
import type { AccessTools } from './access-commands.ts';
import { Unavailable } from './unavailable.ts';

export interface OpenAccess extends AccessTools, AsyncDisposable {}

/** The way into the same database as the server's, which is found running or started for the moment. */
export async function openAccess(config: Config): Promise<OpenAccess> {
  if (config.identity.provider === 'clerk') {
    throw new Unavailable(
      'Clerk looks after the accounts of this Parley (CLERK_PUBLISHABLE_KEY is set). Give access there: docs/clerk.md.',
    );
  }
  const { signupRole } = config.identity;
  const { owner, stop } = await reachDatabase(config);
  try {
    const secret = config.authSecret ?? ensureAuthSecret(config.dataDir);
    const database = await openWith(owner, secret);
    const pool = database.identityPool;
    return {
      appKey: config.appKey,
      accounts: createAccessList(pool),
      resetLink: (userId) => makeLink(config, signupRole, secret, database, userId),
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

async function makeLink(
  config: Config,
  signupRole: string | null,
  secret: string,
  { identityPool }: Database,
  userId: string,
): Promise<string> {
  const { createAuth } = await import('../adapters/better-auth/auth.ts');
  const { makeResetLink } = await import('../adapters/better-auth/reset-link.ts');
  const origin = webOrigin(config);
  const auth = createAuth({
    database: identityPool,
    accounts: createAccountBook(identityPool),
    attempts: createLoginAttempts(identityPool),
    secret,
    webOrigins: [origin],
    appKey: config.appKey,
    signupRole,
    firstAccountCode: null,
    log: silent,
  });
  return makeResetLink(auth, origin, userId);
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

/** Nothing is migrated here: with the wrong secret that would lock a running server out of its own database. */
async function openWith(owner: Owner, secret: string): Promise<Database> {
  try {
    return await openDatabase({ owner, secret, onError: () => {}, poolSize: 1 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('28')) {
      throw new Unavailable(
        'The database does not know this AUTH_SECRET. Run the command with the settings that the server runs with; if it has never run, start it first.',
      );
    }
    if (code.startsWith('3D') || code.startsWith('42')) throw notSetUp('The database is empty.');
    if (code.startsWith('E') || code.startsWith('08')) {
      throw new Unavailable(`The database cannot be reached (${code}). Check DATABASE_URL.`);
    }
    throw error;
  }
}

function notSetUp(why: string): Unavailable {
  return new Unavailable(`${why} Start Parley once with npm start, then let people in.`);
}

function webOrigin(config: Config): string {
  const [first] = config.webOrigins ?? [];
  if (first !== undefined) return first;
  if (config.publicUrl !== null) return new URL(config.publicUrl).origin;
  return notedAddress(config.dataDir) ?? `http://${config.host}:${config.port}`;
}

const nothing = () => {};
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const silentSupervisor = { info: nothing, warn: nothing, error: nothing };
