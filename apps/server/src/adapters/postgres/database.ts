import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import { connectionFor, refuseBypassingRole } from './roles.ts';

// bigint comes back as a number: our counts and sequence numbers stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Transaction = NodePgDatabase;

/** Every query of a tenant runs inside `forTenant`: there is no other way to the app's connections. */
export interface Database {
  /** A transaction in which only this tenant's rows exist. */
  forTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A transaction across tenants, for webhooks, the reconciler and jobs. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same for one statement that is a transaction by itself, known to the database by its name after the first time. */
  systemStatement(statement: Statement): Promise<void>;
  readonly identityPool: pg.Pool;
  /** A fresh connection in the system role, for what keeps one to itself, such as LISTEN. */
  systemConnection(): ClientConfig;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface DatabaseOptions {
  owner: ClientConfig;
  secret: string;
  onError: (error: Error) => void;
  poolSize?: number;
}

export async function openDatabase({
  owner,
  secret,
  onError,
  poolSize = 10,
}: DatabaseOptions): Promise<Database> {
  const open = (role: 'app' | 'system' | 'identity', max: number, extra: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({
      ...connectionFor(owner, role, secret),
      max,
      connectionTimeoutMillis: 10_000,
      application_name: `parley ${role}`,
      ...extra,
    });
    // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
    pool.on('error', onError);
    // While it is lent out the pool does not listen: the query that fails tells of it, and nothing else may.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const app = open('app', poolSize);
  const system = open('system', poolSize);
  const identity = open('identity', 5, { options: '-c search_path=identity' });
  await Promise.all([app, system, identity].map(refuseBypassingRole));

  return {
    forTenant: (tenantId, work) =>
      inTransaction(app, async (client) => {
        await client.query("select set_config('parley.tenant', $1, true)", [tenantId]);
        return work(drizzle(client));
      }),
    asSystem: (work) => inTransaction(system, (client) => work(drizzle(client))),
    systemStatement: async (statement) => {
      await system.query(statement);
    },
    identityPool: identity,
    systemConnection: () => connectionFor(owner, 'system', secret),
    ping: async () => {
      await system.query('select 1');
    },
    close: async () => {
      await Promise.all([app, system, identity].map((pool) => pool.end()));
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
