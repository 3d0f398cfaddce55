import type pg from 'pg';

/** How many connections the pools of one server may open. */
export const poolSizes = { app: 10, system: 10, admission: 2, identity: 5 } as const;

/** Beside the pools: the job queue's own, LISTEN, and the lock of work that one server does at a time. */
const besidePools = 3 + 1 + 1;

export const connectionsOfOneServer =
  Object.values(poolSizes).reduce((sum, size) => sum + size, 0) + besidePools;

export interface ConnectionBudget {
  readonly needed: number;
  /** What the database gives to roles like ours. */
  readonly allowed: number;
  /** Of these, what nobody uses now. */
  readonly free: number;
}

const budgetText = `
  select
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as allowed,
    -- The one that asks is about to end.
    (select sum(numbackends)::int - 1 from pg_stat_database) as used`;

export async function connectionBudget(client: pg.ClientBase): Promise<ConnectionBudget> {
  const { rows } = await client.query<{ allowed: number; used: number }>(budgetText);
  const [{ allowed, used } = { allowed: 0, used: 0 }] = rows;
  return { needed: connectionsOfOneServer, allowed, free: Math.max(0, allowed - used) };
}

export function fewConnections({ needed, allowed, free }: ConnectionBudget): string {
  return `PostgreSQL allows ${allowed} connections, ${free} of them free; one server uses up to ${needed}`;
}

export const moreConnections = `Raise max_connections: ${connectionsOfOneServer} for each server, and what others use.`;
