import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { ClientConfig } from 'pg';
import pg from 'pg';
import { connectionFor } from './roles.ts';

export class WrongAuthSecret extends Error {
  override readonly name = 'OtherSecret';
  constructor() {
    super(
      'AUTH_SECRET is not the one that this database was set up with, so nothing was changed. Use the secret of the running servers; docs/operations.md, PostgreSQL, says what to do when it is lost.',
    );
  }
}

const keyBytes = 32;

/** Salted and slow to compute, so that a weak secret cannot be guessed from the database. */
function digestOfSecret(secret: string, salt = randomBytes(16).toString('base64url')): string {
  return `scrypt:${salt}:${scryptSync(secret, salt, keyBytes).toString('base64url')}`;
}

function isDigestOf(secret: string, digest: string): boolean {
  const [, salt = ''] = digest.split(':');
  const [given, kept] = [digestOfSecret(secret, salt), digest].map((text) => Buffer.from(text));
  return given?.length === kept?.length && timingSafeEqual(given as Buffer, kept as Buffer);
}

/**
 * Throws when the secret is not the one of this database. Called before anything is changed: the passwords of the roles
 * are derived from the secret, so another one would lock out every running server.
 */
export async function assertAuthSecret(
  client: pg.ClientBase,
  owner: ClientConfig,
  secret: string,
): Promise<void> {
  const stored = await storedDigest(client);
  if (typeof stored === 'string' && !isDigestOf(secret, stored)) throw new WrongAuthSecret();
  if (stored === undefined && (await isInUse(client))) await assertSecretOpensRoles(client, owner, secret);
}

/** The same for a command, which changes nothing itself. */
export async function checkAuthSecret(owner: ClientConfig, secret: string): Promise<void> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await assertAuthSecret(client, owner, secret);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The stored digest, or a new one where there is none: computing one would slow down every start. */
export async function digestFor(client: pg.ClientBase, secret: string): Promise<string> {
  return (await storedDigest(client)) ?? digestOfSecret(secret);
}

/** Stores the digest where an administrator removed the row in order to change the secret. */
export async function storeDigest(client: pg.ClientBase, digest: string): Promise<void> {
  await client.query('insert into identity.auth_secret (digest) values ($1) on conflict do nothing', [
    digest,
  ]);
}

/** Undefined where the version that keeps digests has never run. */
async function storedDigest(client: pg.ClientBase): Promise<string | null | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('identity.auth_secret') is not null as there",
  );
  if (!rows[0]?.there) return undefined;
  const kept = await client.query<{ digest: string }>('select digest from identity.auth_secret');
  return kept.rows[0]?.digest ?? null;
}

/** False for an empty database, even where roles of an earlier database with its name exist. */
async function isInUse(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as there",
  );
  return rows[0]?.there === true;
}

/**
 * For a database from before digests were stored: the secret is right if it logs in as the system role. Where that role
 * is missing, as after a move to another PostgreSQL, no server can be locked out.
 */
async function assertSecretOpensRoles(
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
