import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { ensureCluster, OWNER, readPassword } from './cluster.ts';
import { type Connection, ensureDatabase, lockDataFolder } from './data-folder-lock.ts';
import { DataFolderInUseError, EmbeddedPostgresError, errnoOf } from './faults.ts';
import { boundLog } from './log-file.ts';
import { readPostmaster } from './pid-file.ts';
import { choosePlace, type Place } from './place.ts';
import {
  POLL_MS,
  type StartingPostmaster,
  spawnPostmaster,
  stopPostmaster,
  whyItFailed,
} from './postmaster.ts';

export interface SupervisorLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface EmbeddedPostgres {
  /** The superuser's way in, over the unix socket in the folder `host`. */
  connection: Connection;
  /** True when a live server of this folder was found, false when this call started one. */
  attached: boolean;
  /** Settles only when the server went away by itself and could not be brought back. */
  lost: Promise<Error>;
  stop(): Promise<void>;
}

interface Seized {
  pid: number;
  connection: Connection;
  lock: pg.Client;
  attached: boolean;
}

const DATABASE = 'parley';
const START_PATIENCE_MS = 60_000;
const LOG_CHECK_MS = 60_000;

/** Starts, or attaches to, the PostgreSQL of a data folder, and holds the folder for this process. */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: SupervisorLog;
  /** False leaves a killed parent's server running, as it is everywhere but on Linux; the next start attaches. */
  dieWithParent?: boolean;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, dieWithParent = true } = options;
  if (process.platform === 'win32') {
    throw new EmbeddedPostgresError('Parley runs on Linux and macOS; on Windows, start it inside WSL.');
  }
  const place = await choosePlace(dataDir);
  const binaries = await findBinaries(place.runAs);
  tellDetours(place, binaries, log);
  await ensureCluster(place, binaries);

  let held = await seize(place, binaries, dieWithParent);
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
      held = await seize(place, binaries, dieWithParent);
      watch();
      log.info('embedded PostgreSQL restarted');
    } catch (error) {
      log.error('embedded PostgreSQL could not be restarted; the server stops');
      lost.resolve(error instanceof Error ? error : new Error(String(error)));
    }
  };
  watch();
  const logCheck = setInterval(() => boundLog(place), LOG_CHECK_MS).unref();

  return {
    connection: held.connection,
    attached: held.attached,
    lost: lost.promise,
    async stop() {
      stopping = true;
      clearInterval(logCheck);
      await recovery;
      // The lock goes with the server, not before it, so that nobody attaches to a server about to stop.
      await stopPostmaster(held.pid, held.connection.host);
      await held.lock.end().catch(() => {});
    },
  };
}

/** The way into a folder's running server for a command beside it, without holding the folder; undefined when none runs. */
export async function findRunningPostgres(dataDir: string): Promise<Connection | undefined> {
  const place = await choosePlace(dataDir);
  const found = readPostmaster(place.clusterDir);
  return found.state === 'ready' ? connectionTo(place, found) : undefined;
}

/** Looks again after every surprise: servers of killed parents stop, racing starters win, locks are let go. */
async function seize(place: Place, binaries: Binaries, dieWithParent: boolean): Promise<Seized> {
  const deadline = Date.now() + START_PATIENCE_MS;
  let ours: StartingPostmaster | undefined;
  let lastFault: unknown = new EmbeddedPostgresError('PostgreSQL did not become ready in time.');
  while (Date.now() < deadline) {
    const found = readPostmaster(place.clusterDir);
    if (found.state === 'ready') {
      const started = ours !== undefined && ours.child.pid === found.pid;
      const connection = connectionTo(place, found);
      try {
        const lock = await lockDataFolder(connection, place.dataDir, started);
        await ensureDatabase(lock, DATABASE);
        return { pid: found.pid, connection, lock, attached: !started };
      } catch (error) {
        if (error instanceof DataFolderInUseError || isRefusal(error)) throw error;
        lastFault = error;
      }
    } else if (ours?.isGone()) {
      const { retry, fault } = whyItFailed(place, ours.logOffset);
      if (!retry) throw fault;
      lastFault = fault;
      ours = undefined;
    } else if (ours === undefined && (found.state === 'absent' || found.state === 'stale')) {
      ours = await spawnPostmaster(place, binaries, dieWithParent);
      continue;
    }
    await delay(POLL_MS);
  }
  if (ours?.child.pid !== undefined && !ours.isGone()) await stopPostmaster(ours.child.pid, '');
  throw lastFault;
}

function connectionTo(place: Place, server: { socketDir: string; port: number }): Connection {
  const password = readPassword(place.clusterDir);
  return { host: server.socketDir, port: server.port, user: OWNER, password, database: DATABASE };
}

/** A wrong password or role does not mend by waiting. */
function isRefusal(error: unknown): boolean {
  return errnoOf(error)?.startsWith('28') === true;
}

function tellDetours(place: Place, binaries: Binaries, log: SupervisorLog): void {
  if (place.elsewhere) {
    log.info(
      `The database lives in ${place.folder}, because PostgreSQL's account cannot enter ${place.dataDir}.`,
    );
  }
  if (binaries.copied) log.info(`PostgreSQL runs from a copy of its programs, ${binaries.postgres}.`);
}
