import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres.ts';
import { testSecret } from '../cluster.ts';
import { urlOf } from '../database.ts';

/** `postmaster`: the whole server at once. `backend`: one of its processes, after which it restarts itself. */
export type PostgresKillTarget = 'postmaster' | 'backend';

export interface KillablePostgres {
  readonly url: string;
  readonly secret: string;
  readonly connection: pg.ClientConfig;
  /** Kills it and waits until it accepts connections again. */
  kill(target: PostgresKillTarget): Promise<void>;
  stop(): Promise<void>;
}

const silent = { info() {}, warn() {}, error() {} };

/** A PostgreSQL of the test's own, so that killing it harms no other test; its supervisor restarts it. */
export async function startKillablePostgres(): Promise<KillablePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-faults-'));
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silent });
  const { connection } = postgres;
  return {
    url: urlOf(connection),
    secret: testSecret,
    connection,
    kill: async (target) => {
      const client = await connect(connection);
      const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
      process.kill(await pidOf(connection, target), 'SIGKILL');
      // A server that has lost a process accepts connections until it has ended the other backends.
      await lost;
      await untilBack(connection);
    },
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function pidOf(connection: pg.ClientConfig, target: PostgresKillTarget): Promise<number> {
  const client = await connect(connection);
  try {
    if (target === 'postmaster') {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return Number(
        readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
    }
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name like 'parley%' and pid <> pg_backend_pid() limit 1",
    );
    if (!rows[0]) throw new Error('No server is connected.');
    return rows[0].pid;
  } finally {
    await client.end().catch(() => {});
  }
}

const timeoutMs = 60_000;

async function untilBack(connection: pg.ClientConfig): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(50)) {
    const back = await connect(connection).then(
      (client) => client.end().then(() => true),
      () => false,
    );
    if (back) return;
  }
  throw new Error('PostgreSQL did not come back.');
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // The kill ends this connection too.
  client.on('error', () => {});
  await client.connect();
  return client;
}
