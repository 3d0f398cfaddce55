import type { ClientConfig } from 'pg';
import pg from 'pg';
import { connectionFor } from './roles.ts';
import { WrongAuthSecret } from './secret-move.ts';

/** False for an empty database, even where roles of an earlier database with its name exist. */
export async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as there",
  );
  return rows[0]?.there === true;
}

/**
 * For a database from before digests were stored: the secret is right if it logs in as the system role. Where that role
 * is missing, as after a move to another PostgreSQL, no server can be locked out.
 */
export async function assertSecretOpensRoles(
  client: pg.ClientBase,
  owner: ClientConfig,
  secret: string,
): Promise<void> {
  const login = connectionFor(owner, 'system', secret);
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login.user]);
  if (rowCount === 0) return;
  const probe = new pg.Client({ ...login, connectionTimeoutMillis: 10_000 });
  try {
    await probe.connect();
  } catch (error) {
    const wrongPassword = '28P01';
    throw (error as { code?: string }).code === wrongPassword ? new WrongAuthSecret() : error;
  } finally {
    await probe.end();
  }
}
