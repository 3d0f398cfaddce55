import type pg from 'pg';
import { defaultTenantId } from '../../lib/default-tenant.ts';
import type { AccessList, AccountRow } from '../../ports/accounts.ts';

const listStatement = `
  select u."email", u."name", u."createdAt", m.role
  from identity."user" u
  left join identity.membership m on m.user_id = u."id" and m.app_key = $1
  order by u."createdAt", u."id"`;

const auditParts = (action: string) => `
  insert into public.audit_log (tenant_id, actor, action, subject, data)
  select '${defaultTenantId}', 'command line', '${action}', user_id::text, jsonb_build_object('app', $2::text, 'role', role)
  from changed`;

/** An administrator's decision about the first account replaces the role that it has not been given yet. */
const settled = `
  settled as (
    update identity.first_account set role_given_at = now() where user_id = $1 and role_given_at is null
  )`;

const grantStatement = `
  with ${settled}, changed as (
    insert into identity.membership (user_id, app_key, role) values ($1, $2, $3)
    on conflict (user_id, app_key) do update set role = excluded.role
    returning user_id, role
  ) ${auditParts('access.granted')}`;

/** Also ends all sessions and deletes unused reset links. */
const revokeStatement = `
  with ${settled}, changed as (
    delete from identity.membership where user_id = $1 and app_key = $2 returning user_id, role
  ), signed_out as (
    delete from identity."session" where "userId" = $1
  ), forgotten as (
    delete from identity."verification" where "value" = $1::text
  ) ${auditParts('access.revoked')}`;

const resetStatement = `
  insert into public.audit_log (tenant_id, actor, action, subject)
  select '${defaultTenantId}', 'command line', 'password.reset', "id"::text from identity."user" where "id" = $1`;

export function createAccessList(pool: pg.Pool): AccessList {
  return {
    async list(appKey) {
      const { rows } = await pool.query<AccountRow>(listStatement, [appKey]);
      return rows;
    },
    async find(email) {
      const { rows } = await pool.query<{ userId: string; email: string }>(
        'select "id" as "userId", "email" from identity."user" where "email" = lower($1)',
        [email],
      );
      return rows[0] ?? null;
    },
    async grant(userId, { appKey, role }) {
      await pool.query(grantStatement, [userId, appKey, role]);
    },
    async revoke(userId, { appKey }) {
      const { rowCount } = await pool.query(revokeStatement, [userId, appKey]);
      return rowCount === 1;
    },
    async recordReset(userId) {
      await pool.query(resetStatement, [userId]);
    },
  };
}
