import type pg from 'pg';
import type { AccountBook } from '../../ports/accounts.ts';

/** One statement: whoever inserts the one row of first_account is the administrator, and others wait for it to commit. */
const welcomeStatement = `
  with taken as (
    insert into identity.first_account (user_id) values ($1) on conflict do nothing returning true
  ), given as (
    insert into identity.membership (user_id, app_key, role)
    select $1, $2, case when exists (select from taken) then 'admin' else $3::text end
    where exists (select from taken) or $3::text is not null
    returning role
  )
  insert into public.audit_log (actor, action, subject, data)
  select 'sign-up', 'access.granted', $4, jsonb_build_object('app', $2::text, 'role', role) from given`;

export function createAccountBook(pool: pg.Pool): AccountBook {
  return {
    async firstAccountTaken() {
      const { rowCount } = await pool.query('select from identity.first_account');
      return rowCount === 1;
    },
    async welcome({ userId, appKey, laterRole, email }) {
      await pool.query(welcomeStatement, [userId, appKey, laterRole, email]);
    },
    async membershipsOf(userId) {
      const { rows } = await pool.query<{ app_key: string; role: string }>(
        'select app_key, role from identity.membership where user_id = $1',
        [userId],
      );
      return Object.fromEntries(rows.map((row) => [row.app_key, row.role]));
    },
  };
}
