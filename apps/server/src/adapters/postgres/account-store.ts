import type pg from 'pg';
import { defaultTenantId } from '../../lib/default-tenant.ts';
import type { AccountStore } from '../../ports/accounts.ts';

/**
 * A trigger has recorded the first account in the transaction that created it. This gives it the admin role, once, in one
 * statement, so that role and audit entry are stored together or not at all.
 */
const initialRoleStatement = `
  with owed as (
    update identity.first_account set role_given_at = now()
    where user_id = $1 and role_given_at is null
    returning true
  ), given as (
    insert into identity.membership (user_id, app_key, role)
    select $1, $2, case when exists (select from owed) then 'admin' else $3::text end
    where exists (select from owed) or $3::text is not null
    on conflict do nothing
    returning role
  )
  insert into public.audit_log (tenant_id, actor, action, subject, data)
  select '${defaultTenantId}', 'sign-up', 'access.granted', $1::text, jsonb_build_object('app', $2::text, 'role', role) from given`;

/**
 * Roles and version as of one moment: a token with the new version never has the old role. Whoever fetches a token every
 * minute is written down once in five.
 */
const accessStatement = `
  with seen as (
    update identity.membership set seen_at = now()
    where user_id = $1 and (seen_at is null or seen_at < now() - interval '5 minutes')
  )
  select m.app_key, m.role, coalesce(v.version, 0) as version
  from (select $1::uuid as user_id) as asked
  left join identity.membership m using (user_id) left join identity.access_version v using (user_id)`;

interface AccessRow {
  readonly app_key: string | null;
  readonly role: string | null;
  readonly version: number;
}

export function createAccountStore(pool: pg.Pool): AccountStore {
  return {
    async firstAccountTaken() {
      const { rowCount } = await pool.query('select from identity.first_account');
      return rowCount === 1;
    },
    async grantInitialRole({ userId, appKey, defaultRole }) {
      await pool.query(initialRoleStatement, [userId, appKey, defaultRole]);
    },
    async exists(email) {
      const { rowCount } = await pool.query('select from identity."user" where "email" = lower($1)', [email]);
      return rowCount === 1;
    },
    async accessOf(userId) {
      const { rows } = await pool.query<AccessRow>(accessStatement, [userId]);
      const version = rows[0]?.version ?? 0;
      const roles = rows.flatMap(({ app_key, role }) => (app_key === null ? [] : [[app_key, role]]));
      return { memberships: Object.fromEntries(roles), version };
    },
  };
}
