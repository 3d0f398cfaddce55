import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import { connectionFor } from './roles.ts';

/** Told to whoever starts a server or a command with a secret that is not this database's. */
export class OtherSecret extends Error {
  override readonly name = 'OtherSecret';
  constructor() {
    super(
      'AUTH_SECRET is not the one that this database was set up with, so nothing was changed. Use the secret of the servers that run already; docs/operations.md, PostgreSQL, tells what to do where it is lost.',
    );
  }
}

const keyBytes = 32;

/** Salted and slow: whoever reads the database learns nothing about a secret that somebody made up. */
function digestOfSecret(secret: string, salt = randomBytes(16).toString('base64url')): string {
  return `scrypt:${salt}:${scryptSync(secret, salt, keyBytes).toString('base64url')}`;
}

function isDigestOf(secret: string, digest: string): boolean {
  const [, salt = ''] = digest.split(':');
  const [given, kept] = [digestOfSecret(secret, salt), digest].map((text) => Buffer.from(text));
  return given?.length === kept?.length && timingSafeEqual(given as Buffer, kept as Buffer);
}

/**
 * Refuses a secret that is not the one this database belongs to. To be asked before anything is changed: the passwords
 * of the roles come from the secret, so another one would lock every running server out.
 */
export async function refuseOtherSecret(
  client: pg.ClientBase,
  owner: ClientConfig,
  secret: string,
): Promise<void> {
  const kept = await keptDigest(client);
  if (typeof kept === 'string' && !isDigestOf(secret, kept)) throw new OtherSecret();
  if (kept === undefined && (await isInUse(client))) await refuseUnlessItOpens(client, owner, secret);
}

/** The same for a command, which changes nothing itself. */
export async function checkSecret(owner: ClientConfig, secret: string): Promise<void> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await refuseOtherSecret(client, owner, secret);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The digest that is kept, or a new one: making one takes long enough to be felt at every start. */
export async function digestFor(client: pg.ClientBase, secret: string): Promise<string> {
  return (await keptDigest(client)) ?? digestOfSecret(secret);
}

/** Written where a person has removed the row, so that another secret could take its place. */
export async function keepDigest(client: pg.ClientBase, digest: string): Promise<void> {
  await client.query('insert into identity.auth_secret (digest) values ($1) on conflict do nothing', [
    digest,
  ]);
}

/** Undefined where the version that keeps digests has never run. */
async function keptDigest(client: pg.ClientBase): Promise<string | null | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('identity.auth_secret') is not null as there",
  );
  if (!rows[0]?.there) return undefined;
  const kept = await client.query<{ digest: string }>('select digest from identity.auth_secret');
  return kept.rows[0]?.digest ?? null;
}

/** An empty database is nobody's, whatever roles an earlier one of its name has left. */
async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as there",
  );
  return rows[0]?.there === true;
}

/**
 * A database from before digests were kept: the secret is right if it opens the roles that servers work in. Where they
 * are missing, as after a move to another PostgreSQL, there is nobody to be locked out.
 */
async function refuseUnlessItOpens(
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
    throw (error as { code?: string }).code === wrongPassword ? new OtherSecret() : error;
  } finally {
    await probe.end();
  }
}
