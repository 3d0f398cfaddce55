import pg from 'pg';
import { SealBroken, seal, unseal } from '../../lib/sealing.ts';
import { type AuthSecret, firstSecretId } from '../../ports/auth-secrets.ts';
import type { SecretsOfServer } from './known-secrets.ts';
import { digestOfSecret } from './secret-digest.ts';
import type { SecretState } from './secret-move.ts';

/** Columns that older releases did not have are missing. */
interface StoredRow {
  readonly digest: string;
  readonly secret_id?: string;
  readonly next_id?: string | null;
  readonly next_digest?: string | null;
  readonly sealed_for_next?: string | null;
  readonly previous_id?: string | null;
  readonly previous_sealed?: string | null;
  readonly moved_at?: string | null;
}

/** Undefined where the version that keeps digests has never run; null where an administrator removed the row. */
export async function readState(client: pg.ClientBase): Promise<SecretState | null | undefined> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('identity.auth_secret') is not null as there",
  );
  if (!rows[0]?.there) return undefined;
  // As JSON, because a database that is still to be migrated has fewer columns.
  const kept = await client.query<{ row: StoredRow }>(
    'select to_jsonb(s) as row from identity.auth_secret s',
  );
  const row = kept.rows[0]?.row;
  if (row === undefined) return null;
  const { next_id, next_digest, previous_id, previous_sealed, moved_at } = row;
  return {
    id: row.secret_id ?? firstSecretId,
    digest: row.digest,
    next: next_id && next_digest ? { id: next_id, digest: next_digest } : null,
    sealedForNext: row.sealed_for_next ?? null,
    previous:
      previous_id && previous_sealed && moved_at
        ? { id: previous_id, sealed: previous_sealed, movedAt: new Date(moved_at) }
        : null,
  };
}

const placeOfPrevious = ['identity.auth_secret', 'previous'];

/** The current secret is sealed for the next one, so that a server with the next one alone accepts its sessions. */
export async function storeNext(client: pg.ClientBase, current: AuthSecret, next: AuthSecret): Promise<void> {
  await client.query(
    'update identity.auth_secret set next_id = $1, next_digest = $2, sealed_for_next = $3 where secret_id = $4',
    [next.id, digestOfSecret(next.value, next.id), seal(next, placeOfPrevious, current.value), current.id],
  );
}

/** Keys that sign tokens were encrypted with the old secret: they are replaced within the hour. */
export async function storeFinish(client: pg.ClientBase, nextId: string): Promise<void> {
  await client.query(`
    begin;
    update identity.jwks set "expiresAt" = least("expiresAt", now() + interval '1 hour');
    update identity.auth_secret set
      previous_id = secret_id, previous_sealed = sealed_for_next, moved_at = now(),
      secret_id = next_id, digest = next_digest, next_id = null, next_digest = null, sealed_for_next = null
    where next_id = ${pg.escapeLiteral(nextId)};
    commit`);
}

/** Stored where an administrator removed the row. */
export async function storeAnew(client: pg.ClientBase, { id, value }: AuthSecret): Promise<void> {
  await client.query('insert into identity.auth_secret (digest, secret_id) values ($1, $2)', [
    digestOfSecret(value, id),
    id,
  ]);
}

/** The secret that was replaced by the current one. */
export function openReplaced({ previous }: SecretState, current: AuthSecret): SecretsOfServer['replaced'] {
  if (previous === null) return null;
  const value = opened(current, previous.sealed);
  return value === null ? null : { secret: { id: previous.id, value }, at: previous.movedAt };
}

/** The secret that is being replaced, opened with the next one. */
export function openMoving(
  { id, sealedForNext }: SecretState,
  current: AuthSecret,
): SecretsOfServer['replaced'] {
  const value = sealedForNext === null ? null : opened(current, sealedForNext);
  return value === null ? null : { secret: { id, value }, at: new Date() };
}

function opened(secret: AuthSecret, sealed: string): string | null {
  try {
    return unseal(secret, placeOfPrevious, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
