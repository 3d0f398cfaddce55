import type pg from 'pg';
import { accountsAtOnce } from '../../ports/exclusive.ts';

/** How many connections the pools of one server may open. */
export const poolSizes = { app: 10, system: 10, admission: 2, exports: 2, identity: 5 } as const;

/** Not in the pools: the job queue's connections, LISTEN, the locks of a round of the reconciler, and another one of `ExclusiveWork`. */
const besidePools = 3 + 1 + accountsAtOnce + 1;

export const connectionsOfOneServer =
  Object.values(poolSizes).reduce((sum, size) => sum + size, 0) + besidePools;

export interface ConnectionBudget {
  readonly needed: number;
  /** What the database allows to roles that are no superusers. */
  readonly allowed: number;
  /** How many of these are unused now. */
  readonly free: number;
}

const budgetText = `
  select
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as allowed,
    -- This connection is about to close.
    (select sum(numbackends)::int - 1 from pg_stat_database) as used`;

export async function connectionBudget(client: pg.ClientBase): Promise<ConnectionBudget> {
  const { rows } = await client.query<{ allowed: number; used: number }>(budgetText);
  const [{ allowed, used } = { allowed: 0, used: 0 }] = rows;
  return { needed: connectionsOfOneServer, allowed, free: Math.max(0, allowed - used) };
}

export function connectionShortage({ needed, allowed, free }: ConnectionBudget): string {
  return `PostgreSQL allows ${allowed} connections, ${free} of them free; one server uses up to ${needed}`;
}

export const connectionAdvice = `Raise max_connections: ${connectionsOfOneServer} for each server, and what others use.`;
