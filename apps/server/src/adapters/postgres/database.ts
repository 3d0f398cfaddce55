import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import { AppError } from '../../errors.ts';
import { type ConnectionBudget, connectionBudget, poolSizes } from './connection-budget.ts';
import { type PipelinedStatement, pipeline } from './pipeline.ts';
import { connectionOf, fill, openPool, using } from './pools.ts';
import { retryVictims } from './retry-victims.ts';
import { connectionFor, refuseBypassingRole } from './roles.ts';
import type { Row } from './row-reader.ts';
import { asUnavailable } from './unavailable.ts';

// bigint comes back as a number: our counts and sequence numbers stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Transaction = NodePgDatabase;

/**
 * Every query of a tenant runs inside `forTenant`: there is no other way to the app's connections. Work in a transaction
 * does nothing but queries: as the victim of a deadlock it is rolled back and run again.
 */
export interface Database {
  /** A transaction in which only this tenant's rows exist. */
  forTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads of this tenant's rows, as one transaction in one round trip; the rows of each statement in array mode. */
  readForTenant<const Statements extends readonly PipelinedStatement[]>(
    tenantId: string,
    statements: Statements,
  ): Promise<{ [Each in keyof Statements]: Row[] }>;
  /** A transaction across tenants, for webhooks, the reconciler and jobs. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same for one statement that is a transaction by itself, known to the database by its name after the first time. */
  systemStatement(statement: Statement): Promise<void>;
  /** Several of them as one transaction, sent in one trip. Each sees what was stored when it begins. */
  systemStatements(statements: readonly Statement[]): Promise<void>;
  /**
   * Statements across tenants that decide whether a call may be placed, as one transaction and in one trip. They have
   * connections of their own: whoever waits there for a lock takes none from pages and conversations.
   */
  admission(statements: readonly PipelinedStatement[]): Promise<unknown[][]>;
  readonly identityPool: pg.Pool;
  /** A fresh connection in the system role, for what keeps one to itself, such as LISTEN. */
  systemConnection(): ClientConfig;
  ping(): Promise<void>;
  /** Rejects where nothing can be stored: a disk that is full, a server that only reads. */
  writeProbe(): Promise<void>;
  connectionBudget(): Promise<ConnectionBudget>;
  /** What to tell people while the database is away, as the accounts see it; null while it is there. */
  readonly outage: () => Promise<AppError | null>;
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

/** Kept open for live calls (webhooks, conversations), whatever else the server or its neighbours are busy with. */
const reservedForCalls = 4;

export async function openDatabase({
  owner,
  secret,
  onError,
  poolSize = poolSizes.app,
}: DatabaseOptions): Promise<Database> {
  const open = (role: 'app' | 'system' | 'identity', max: number, extra: pg.PoolConfig = {}) =>
    openPool({
      ...connectionFor(owner, role, secret),
      application_name: `parley ${role}`,
      ...extra,
      max,
      onError,
    });
  const app = open('app', poolSize);
  const system = open('system', poolSize, { min: Math.min(reservedForCalls, poolSize) });
  const admission = open('system', Math.min(poolSizes.admission, poolSize), {
    application_name: 'parley admission',
  });
  const identity = open('identity', poolSizes.identity, { options: '-c search_path=identity' });
  const pools = [app, system, admission, identity];
  await Promise.all([app, system, identity].map(refuseBypassingRole));
  await fill(system);

  return {
    forTenant: (tenantId, work) =>
      retryVictims(() =>
        inTransaction(app, ['begin', { name: 'tenant', text: setTenant, values: [tenantId] }], work),
      ),
    readForTenant: <const Statements extends readonly PipelinedStatement[]>(
      tenantId: string,
      statements: Statements,
    ) =>
      using(app, async (client) => {
        const [, ...rows] = await pipeline(client, [{ text: setTenant, values: [tenantId] }, ...statements]);
        return rows as { [Each in keyof Statements]: Row[] };
      }),
    asSystem: (work) => retryVictims(() => inTransaction(system, ['begin'], work)),
    systemStatement: (statement) =>
      retryVictims(() =>
        using(system, async (client) => {
          await client.query(statement);
        }),
      ),
    systemStatements: (statements) =>
      retryVictims(() => inTransaction(system, ['begin', ...statements], async () => {})),
    admission: (statements) => using(admission, (client) => pipeline(client, statements)),
    identityPool: identity,
    systemConnection: () => connectionFor(owner, 'system', secret),
    ping: () =>
      using(system, async (client) => {
        await client.query('select 1');
      }),
    writeProbe: () =>
      using(system, async (client) => {
        await client.query(writeProbe);
      }),
    connectionBudget: () => using(system, connectionBudget),
    outage: () =>
      using(identity, (client) => client.query('select 1')).then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error : null),
      ),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/**
 * Takes new room on the disk, as a call that is stored may have to: rows that fit into pages already there prove nothing.
 * A number alone, so that no second table is made for what does not fit into a row. Sent together, the two are one
 * transaction.
 */
const writeProbe = `
  create temporary table parley_write_probe (filler bigint) on commit drop;
  insert into parley_write_probe select generate_series(1, 4000)`;

type Opening = readonly (string | pg.QueryConfig)[];

/** Until this is done no row of any tenant is there: should it fail, nothing is seen and nothing can be written. */
const setTenant = "select set_config('parley.tenant', $1, true)";

async function inTransaction<T>(
  pool: pg.Pool,
  opening: Opening,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await connectionOf(pool).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  try {
    const result = await opened(client, opening, work);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(await rolledBack(client));
    throw asUnavailable(error);
  }
}

/** Sends the opening and goes on at once; the work's first query travels behind it. */
async function opened<T>(
  client: pg.PoolClient,
  opening: Opening,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const openings = Promise.all(opening.map((statement) => client.query(statement)));
  // What the work says of a transaction that did not open is only the consequence.
  const [first, second] = await Promise.allSettled([openings, work(drizzle(client))]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return second.value;
}

/** What is wrong with the connection, where not even this went through. */
async function rolledBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (broken: Error) => broken,
  );
}
