import type { AuditChange } from '@parley/contract';
import type pg from 'pg';
import { defaultTenantId } from '../../lib/default-tenant.ts';
import { currentOrigin } from '../../lib/request-origin.ts';
import { SealBroken, seal, unseal } from '../../lib/sealing.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { Log } from '../../ports/log.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { SecretUnusable } from '../../ports/vault.ts';
import type { Resealed } from './reseal.ts';

/** The account is part of it: a row that is copied to another account does not open. */
const placeOf = (userId: string) => ['identity.second_factor', userId];

const audited = (action: AuditChange, { actor = '$1', address }: { actor?: string; address: string }) => `
  insert into public.audit_log (tenant_id, actor, action, subject, address)
  select '${defaultTenantId}', ${actor}::text, '${action}', $1::text, ${address}::text from changed`;

const currentAddress = () => currentOrigin()?.address ?? null;

const beginStatement = `
  insert into identity.second_factor as f (user_id, key_id, sealed) values ($1, $2, $3)
  on conflict (user_id) do update
    set key_id = excluded.key_id, sealed = excluded.sealed, created_at = now(), last_step = 0
  where f.confirmed_at is null`;

const confirmStatement = `
  with changed as (
    update identity.second_factor set confirmed_at = now(), last_step = $2
    where user_id = $1 and confirmed_at is null and last_step < $2 and sealed = $5
    returning user_id
  ), codes as (
    insert into identity.recovery_code (user_id, digest)
    select user_id, unnest($3::text[]) from changed
  ) ${audited('second-factor.on', { address: '$4' })}`;

const useStepStatement = `
  update identity.second_factor set last_step = $2
  where user_id = $1 and confirmed_at is not null and last_step < $2`;

const useRecoveryCodeStatement = `
  with changed as (
    update identity.recovery_code set used_at = now() where user_id = $1 and digest = $2 and used_at is null
    returning user_id
  ) ${audited('recovery-code.used', { address: '$3' })}`;

const removeStatement = `
  with changed as (delete from identity.second_factor where user_id = $1 returning confirmed_at) ${audited('second-factor.off', { actor: '$2', address: '$3' })}`;

const replaceStatement = `
  with changed as (
    delete from identity.recovery_code where user_id = $1 and digest <> all ($2::text[]) returning user_id
  ), codes as (
    insert into identity.recovery_code (user_id, digest) select $1, unnest($2::text[])
  )
  insert into public.audit_log (tenant_id, actor, action, subject, address)
  values ('${defaultTenantId}', $1::text, 'recovery-codes.replaced', $1::text, $3::text)`;

const stateStatement = `
  select confirmed_at as since,
    (select count(*)::int from identity.recovery_code c where c.user_id = f.user_id and used_at is null) as left
  from identity.second_factor f where user_id = $1 and confirmed_at is not null`;

export function createSecondFactors(pool: pg.Pool, secrets: AuthSecrets): SecondFactors {
  async function stored(userId: string, state: 'pending' | 'on'): Promise<SealedFactor | null> {
    const { rows } = await pool.query<SealedFactor>(
      `select user_id, key_id, sealed from identity.second_factor
       where user_id = $1 and confirmed_at is ${state === 'on' ? 'not null' : 'null'}`,
      [userId],
    );
    return rows[0] ?? null;
  }
  const secretIn = (factor: SealedFactor) => Buffer.from(opened(factor, secrets), 'base64url');
  return {
    async of(userId) {
      const { rows } = await pool.query<{ since: Date; left: number }>(stateStatement, [userId]);
      const [row] = rows;
      return row === undefined ? null : { since: row.since, recoveryCodesLeft: row.left };
    },
    async begin(userId, secret) {
      const sealed = seal(secrets.current, placeOf(userId), secret.toString('base64url'));
      const { rowCount } = await pool.query(beginStatement, [userId, secrets.current.id, sealed]);
      return rowCount === 1;
    },
    async secretOf(userId, state) {
      const found = await stored(userId, state);
      return found && secretIn(found);
    },
    async confirm(userId, { secret, step }, recoveryDigests) {
      const found = await stored(userId, 'pending');
      if (found === null) return 'on already';
      if (!secretIn(found).equals(secret)) return 'begun anew';
      const values = [userId, step, recoveryDigests, currentAddress(), found.sealed];
      const { rowCount } = await pool.query(confirmStatement, values);
      if (rowCount === 1) return 'confirmed';
      return (await stored(userId, 'pending')) === null ? 'on already' : 'begun anew';
    },
    async useStep(userId, step) {
      const { rowCount } = await pool.query(useStepStatement, [userId, step]);
      return rowCount === 1;
    },
    async useRecoveryCode(userId, digest) {
      const { rowCount } = await pool.query(useRecoveryCodeStatement, [userId, digest, currentAddress()]);
      if (rowCount === 1) return 'accepted';
      const found = await pool.query(
        'select from identity.recovery_code where user_id = $1 and digest = $2',
        [userId, digest],
      );
      return found.rowCount === 1 ? 'used' : 'unknown';
    },
    async replaceRecoveryCodes(userId, digests) {
      await pool.query(replaceStatement, [userId, digests, currentAddress()]);
    },
    async remove(userId, actor) {
      const { rowCount } = await pool.query(removeStatement, [userId, actor, currentAddress()]);
      return rowCount === 1;
    },
  };
}

interface SealedFactor {
  readonly user_id: string;
  readonly key_id: string;
  readonly sealed: string;
}

function opened({ user_id, key_id, sealed }: SealedFactor, secrets: AuthSecrets): string {
  const secret = secrets.find(key_id);
  try {
    if (secret === null) throw new SealBroken();
    return unseal(secret, placeOf(user_id), sealed);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SecretUnusable('second factor', 'unreadable');
  }
}

/** What the replaced AUTH_SECRET has sealed, sealed with the current one; see `resealSecrets`. */
export async function resealSecondFactors(pool: pg.Pool, secrets: AuthSecrets, log: Log): Promise<Resealed> {
  const counted = { resealed: 0, unreadable: 0 };
  const valid = secrets.accepted.map(({ id }) => id).filter((id) => id !== secrets.replaced?.id);
  const { rows } = await pool.query<SealedFactor>(
    'select user_id, key_id, sealed from identity.second_factor where key_id <> all ($1::text[])',
    [valid],
  );
  for (const row of rows) {
    try {
      const anew = seal(secrets.current, placeOf(row.user_id), opened(row, secrets));
      // Not where somebody has begun anew meanwhile.
      const { rowCount } = await pool.query(
        'update identity.second_factor set key_id = $3, sealed = $4 where user_id = $1 and sealed = $2',
        [row.user_id, row.sealed, secrets.current.id, anew],
      );
      counted.resealed += rowCount ?? 0;
    } catch (error) {
      if (!(error instanceof SecretUnusable)) throw error;
      counted.unreadable += 1;
      log.error(
        { place: placeOf(row.user_id), keyId: row.key_id },
        'a stored secret cannot be decrypted with any AUTH_SECRET of this server',
      );
    }
  }
  return counted;
}
