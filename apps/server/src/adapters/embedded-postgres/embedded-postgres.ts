import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, OWNER, readDatabasePassword } from './cluster.ts';
import { type Connection, ensureDatabase, lockDataFolder } from './data-folder-lock.ts';
import { DataFolderInUseError, EmbeddedPostgresError, errorCode } from './errors.ts';
import { chooseLocation, type DatabaseLocation } from './location.ts';
import { rotateLog } from './log-file.ts';
import { readPostmaster } from './pid-file.ts';
import {
  POLL_MS,
  type StartingPostmaster,
  spawnPostmaster,
  startFailure,
  stopPostmaster,
} from './postmaster.ts';

export interface SupervisorLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgres {
  /** The superuser's connection, over the unix socket in the folder `host`. */
  connection: Connection;
  /** True when a live server of this folder was found, false when this call started one. */
  attached: boolean;
  /** Resolves only when the server stopped unexpectedly and could not be restarted. */
  lost: Promise<Error>;
  stop(): Promise<void>;
}

interface AcquiredServer {
  pid: number;
  connection: Connection;
  lock: pg.Client;
  attached: boolean;
}

const DATABASE = 'parley';
const START_TIMEOUT_MS = 60_000;
const LOG_CHECK_MS = 60_000;

/** Starts, or attaches to, the PostgreSQL of a data folder, and locks the folder for this process. */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: SupervisorLog;
  /** False leaves the server of a killed parent running, as on systems other than Linux; the next start attaches. */
  dieWithParent?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, dieWithParent = true } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('Parley runs on Linux and macOS; on Windows, start it inside WSL.');
  }
  const location = await chooseLocation(dataDir);
  const binaries = await findBinaries(location.runAs);
  logFallbacks(location, binaries, log);
  await ensureCluster(location, binaries);

  let held = await acquire(location, binaries, dieWithParent);
  let stopping = false;
  let recovery = Promise.resolve();
  const lost = Promise.withResolvers<Error>();

  const watch = () => {
    held.lock.once('end', () => {
      if (!stopping) recovery = recover();
    });
  };
  const recover = async () => {
    log.warn('embedded PostgreSQL stopped unexpectedly; restarting it');
    try {
      held = await acquire(location, binaries, dieWithParent);
      watch();
      log.info('embedded PostgreSQL restarted');
    } catch (error) {
      log.error('embedded PostgreSQL could not be restarted; the server stops');
      lost.resolve(error instanceof Error ? error : new Error(String(error)));
    }
  };
  watch();
  const logCheck = setInterval(() => rotateLog(location), LOG_CHECK_MS).unref();

  return {
    connection: held.connection,
    attached: held.attached,
    lost: lost.promise,
    async stop() {
      stopping = true;
      clearInterval(logCheck);
      await recovery;
      // The lock is released after the server has stopped, so that nobody attaches to a stopping server.
      await stopPostmaster(held.pid, held.connection.host);
      await held.lock.end().catch(() => {});
    },
  };
}

/** The connection to the running server of a folder, for commands, without locking the folder; undefined when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<Connection | undefined> {
  const location = await chooseLocation(dataDir);
  const found = readPostmaster(location.clusterDir);
  return found.state === 'ready' ? connectionTo(location, found) : undefined;
}

/** Polls until the folder is ours: the server of a killed parent may be stopping, or another start may be ahead. */
async function acquire(
  location: DatabaseLocation,
  binaries: Binaries,
  dieWithParent: boolean,
): Promise<AcquiredServer> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let ours: StartingPostmaster | undefined;
  let lastFault: unknown = new EmbeddedPostgresError('PostgreSQL did not become ready in time.');
  while (Date.now() < deadline) {
    const found = readPostmaster(location.clusterDir);
    if (found.state === 'ready') {
      const started = ours !== undefined && ours.child.pid === found.pid;
      const connection = connectionTo(location, found);
      try {
        const lock = await lockDataFolder(connection, location.dataDir, started);
        await ensureDatabase(lock, DATABASE);
        return { pid: found.pid, connection, lock, attached: !started };
      } catch (error) {
        if (error instanceof DataFolderInUseError || isAuthFailure(error)) throw error;
        lastFault = error;
      }
    } else if (ours?.isGone()) {
      const { retry, fault } = startFailure(location, ours.logOffset);
      if (!retry) throw fault;
      lastFault = fault;
      ours = undefined;
    } else if (ours === undefined && (found.state === 'absent' || found.state === 'stale')) {
      ours = await spawnPostmaster(location, binaries, dieWithParent);
      continue;
    }
    await delay(POLL_MS);
  }
  if (ours?.child.pid !== undefined && !ours.isGone()) await stopPostmaster(ours.child.pid, '');
  throw lastFault;
}

function connectionTo(location: DatabaseLocation, server: { socketDir: string; port: number }): Connection {
  const password = readDatabasePassword(location.clusterDir);
  return { host: server.socketDir, port: server.port, user: OWNER, password, database: DATABASE };
}

/** A wrong password or role: waiting does not help. */
function isAuthFailure(error: unknown): boolean {
  return errorCode(error)?.startsWith('28') === true;
}

function logFallbacks(location: DatabaseLocation, binaries: Binaries, log: SupervisorLog): void {
  if (location.elsewhere) {
    log.info(
      `The database files are in ${location.folder}, because PostgreSQL's account cannot enter ${location.dataDir}.`,
    );
  }
  if (binaries.copied) log.info(`PostgreSQL runs from a copy of its programs, ${binaries.postgres}.`);
}
