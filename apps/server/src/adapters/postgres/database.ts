import type { ClientConfig } from 'pg';
import pg from 'pg';
import { AppError } from '../../errors.ts';
import { currentOrigin } from '../../lib/request-origin.ts';
import { firstSecretId } from '../../ports/auth-secrets.ts';
import { type ConnectionBudget, connectionBudget, poolSizes } from './connection-budget.ts';
import { type CursorOptions, readCursor } from './cursor.ts';
import { drizzle, type NodePgDatabase } from './drizzle.ts';
import { type PipelinedStatement, pipeline } from './pipeline.ts';
import { acquireConnection, openPool, openReserved, withConnection } from './pools.ts';
import { retryConflicts } from './retry-conflicts.ts';
import { assertRowLevelSecurity, connectionFor } from './roles.ts';
import type { Row } from './row-reader.ts';
import { asUnavailable } from './unavailable.ts';

// bigint comes back as a number: our counts and sequence numbers stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Transaction = NodePgDatabase;

/**
 * Every query of a tenant runs inside `forTenant`: nothing else uses the app role's connections. Work in a transaction
 * must consist of queries only: after a deadlock it is rolled back and run again.
 */
export interface Database {
  /** A transaction in which only this tenant's rows exist. */
  forTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Reads of this tenant's rows, as one transaction in one round trip; the rows of each statement in array mode. */
  readForTenant<const Statements extends readonly PipelinedStatement[]>(
    tenantId: string,
    statements: Statements,
  ): Promise<{ [Each in keyof Statements]: Row[] }>;
  /** The same for statements that change rows. Each sees what was committed when it begins. */
  writeForTenant<const Statements extends readonly PipelinedStatement[]>(
    tenantId: string,
    statements: Statements,
  ): Promise<{ [Each in keyof Statements]: Row[] }>;
  /** Rows of a long statement of this tenant, some at a time, on connections of their own. */
  cursor(tenantId: string, statement: PipelinedStatement, options: CursorOptions): AsyncGenerator<Row[]>;
  /** A transaction across tenants, for webhooks, the reconciler and jobs. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** One statement across tenants, as a transaction of its own; prepared under its name. */
  systemStatement(statement: Statement): Promise<void>;
  /** The same, for its rows. */
  systemRows<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>;
  /** Several of them as one transaction in one round trip. Each sees what was committed when it begins. */
  systemStatements(statements: readonly Statement[]): Promise<void>;
  /**
   * The statements that decide whether a call may be placed, as one transaction in one round trip. They have a pool of
   * their own: requests that wait for a lock take no connection from pages and conversations.
   */
  admission(statements: readonly PipelinedStatement[]): Promise<unknown[][]>;
  readonly identityPool: pg.Pool;
  /** How to connect in the system role, for what needs a connection of its own, such as LISTEN. */
  systemConnection(): ClientConfig;
  ping(): Promise<void>;
  /** Rejects where nothing can be stored: the disk is full, or the server is read-only. */
  writeProbe(): Promise<void>;
  connectionBudget(): Promise<ConnectionBudget>;
  /** The error to answer with while the identity pool cannot reach the database; null while it can. */
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
  /** The AUTH_SECRET in whose roles it connects, and its id. */
  secret: string;
  secretId?: string;
  onError: (error: Error) => void;
  poolSize?: number;
}

/** Connections that stay open for live calls (webhooks, conversations), however busy the database server is. */
const reservedForCalls = 4;

/**
 * Compiling takes longer than any statement of ours. PostgreSQL before 18 compiles each statement whose plan cannot do without
 * something that a setting forbids, however small it is.
 */
const neverCompile = '-c jit=off';

export async function openDatabase({
  owner,
  secret,
  secretId = firstSecretId,
  onError,
  poolSize = poolSizes.app,
}: DatabaseOptions): Promise<Database> {
  const open = (role: 'app' | 'system' | 'identity', max: number, extra: pg.PoolConfig = {}) =>
    openPool({
      ...connectionFor(owner, role, secret, secretId),
      application_name: `parley ${role}`,
      ...extra,
      options: [owner.options, neverCompile, extra.options].filter(Boolean).join(' '),
      max,
      onError,
    });
  const app = open('app', poolSize);
  const system = open('system', poolSize, { min: Math.min(reservedForCalls, poolSize) });
  // One plan for calls of every kind, kept by each connection. It looks rows up by their indexes also where it was made
  // while the tables were empty.
  const admission = open('system', Math.min(poolSizes.admission, poolSize), {
    application_name: 'parley admission',
    // Without sorting: of-external-id.ts.
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_sort=off',
  });
  const exports = open('app', poolSizes.exports, { application_name: 'parley exports' });
  const identity = open('identity', poolSizes.identity, { options: '-c search_path=identity' });
  const pools = [app, system, admission, exports, identity];
  await Promise.all([app, system, identity].map(assertRowLevelSecurity));
  await openReserved(system);

  const readForTenant = <const Statements extends readonly PipelinedStatement[]>(
    tenantId: string,
    statements: Statements,
  ) =>
    withConnection(app, async (client) => {
      const opening = { name: 'pipelined tenant', text: setTenant, values: [tenantId] };
      const [, ...rows] = await pipeline(client, [opening, ...statements]);
      return rows as { [Each in keyof Statements]: Row[] };
    });
  const writeForTenant = <const Statements extends readonly PipelinedStatement[]>(
    tenantId: string,
    statements: Statements,
  ) =>
    withConnection(app, async (client) => {
      const opening = { name: 'pipelined tenant', text: setTenant, values: [tenantId] };
      const [, , ...rows] = await pipeline(client, [opening, pipelinedOrigin(), ...statements]);
      return rows as { [Each in keyof Statements]: Row[] };
    });

  return {
    forTenant: (tenantId, work) =>
      retryConflicts(() =>
        inTransaction(
          app,
          ['begin', { name: 'tenant', text: setTenant, values: [tenantId] }, ...setOrigin()],
          work,
        ),
      ),
    readForTenant,
    writeForTenant: (tenantId, statements) => retryConflicts(() => writeForTenant(tenantId, statements)),
    cursor: (tenantId, statement, options) =>
      readCursor(
        { own: exports, other: app },
        [{ name: 'pipelined tenant', text: setTenant, values: [tenantId] }],
        statement,
        options,
      ),
    asSystem: (work) => retryConflicts(() => inTransaction(system, ['begin', ...setOrigin()], work)),
    systemStatement: (statement) =>
      retryConflicts(() =>
        withConnection(system, async (client) => {
          await client.query(statement);
        }),
      ),
    systemRows: <Row extends pg.QueryResultRow>(statement: Statement) =>
      withConnection(system, async (client) => (await client.query<Row>(statement)).rows),
    systemStatements: (statements) =>
      retryConflicts(() => inTransaction(system, ['begin', ...statements], async () => {})),
    admission: (statements) =>
      withConnection(admission, async (client) =>
        (await pipeline(client, [pipelinedOrigin(), ...statements])).slice(1),
      ),
    identityPool: identity,
    systemConnection: () => connectionFor(owner, 'system', secret, secretId),
    ping: () =>
      withConnection(system, async (client) => {
        await client.query('select 1');
      }),
    writeProbe: () =>
      withConnection(system, async (client) => {
        await client.query(writeProbe);
      }),
    connectionBudget: () => withConnection(system, connectionBudget),
    outage: () =>
      withConnection(identity, (client) => client.query('select 1')).then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error : null),
      ),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/**
 * Allocates new pages on disk, as storing a call may have to: a row that fits into existing pages proves nothing. A single
 * number column, so that no TOAST table is created. Sent together, the two statements are one transaction.
 */
const writeProbe = `
  create temporary table parley_write_probe (filler bigint) on commit drop;
  insert into parley_write_probe select generate_series(1, 4000)`;

type Opening = readonly (string | pg.QueryConfig)[];

/**
 * Without it row-level security hides every row: should it fail, nothing can be read or written. Servers of the release
 * before do not say the second, and do not see agents that they must not use.
 */
const setTenant = "select set_config('parley.tenant', $1, true), set_config('parley.agents', 'all', true)";

/** Where the request came from: entries of the audit log that the transaction writes have it. */
const origin = "select set_config('parley.actor_kind', $1, true), set_config('parley.address', $2, true)";

/** No query: after one, a transaction could no longer choose how much it sees of others. */
function setOrigin(): Opening {
  const current = currentOrigin();
  if (current === null) return [];
  const [kind, address] = [current.actorKind, current.address ?? ''].map(pg.escapeLiteral);
  return [`set local parley.actor_kind = ${kind}; set local parley.address = ${address}`];
}

function pipelinedOrigin(): PipelinedStatement {
  const current = currentOrigin();
  return {
    name: 'pipelined origin',
    text: origin,
    values: [current?.actorKind ?? '', current?.address ?? ''],
  };
}

async function inTransaction<T>(
  pool: pg.Pool,
  opening: Opening,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await acquireConnection(pool).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  try {
    const result = await runOpened(client, opening, work);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(await rollBack(client));
    throw asUnavailable(error);
  }
}

/** Sends the opening statements without waiting for them; the first query of the work follows in the same pipeline. */
async function runOpened<T>(
  client: pg.PoolClient,
  opening: Opening,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const openings = Promise.all(opening.map((statement) => client.query(statement)));
  // If the transaction did not open, the error of the work is only a consequence.
  const [first, second] = await Promise.allSettled([openings, work(drizzle(client))]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return second.value;
}

/** The error where not even the rollback succeeded: the connection is broken and must not go back to the pool. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  return client.query('rollback').then(
    () => undefined,
    (broken: Error) => broken,
  );
}
