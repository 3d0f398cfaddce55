import type { SignUpPolicy } from '@parley/contract';
import type pg from 'pg';
import type { PeopleStore, StoredPerson } from '../../../ports/people.ts';
import { inIdentityTransaction } from '../identity-transaction.ts';
import { isUuid } from '../uuid.ts';
import { writeAudit } from './audit.ts';
import { giveRole, takeRole } from './roles-of-people.ts';

/** More than any desk has; the page shows them all. */
const mostListed = 2_000;

const personColumns = `
  select u."id"::text as id, u."name", u."email", m.role, u."createdAt", m.seen_at as "seenAt", exists (
    select from identity.second_factor f where f.user_id = u."id" and f.confirmed_at is not null
  ) as "secondFactor"
  from identity."user" u left join identity.membership m on m.user_id = u."id" and m.app_key = $1`;

export function createPeopleStore(pool: pg.Pool, appKey: string): PeopleStore {
  const one = async (condition: string, value: string) => {
    const { rows } = await pool.query<StoredPerson>(`${personColumns} where ${condition}`, [appKey, value]);
    return rows[0] ?? null;
  };
  const target = (actor: string, userId: string) => ({ actor, appKey, userId });
  return {
    list: async () => {
      const { rows } = await pool.query<StoredPerson>(
        `${personColumns} order by lower(u."name"), u."id" limit ${mostListed}`,
        [appKey],
      );
      return rows;
    },
    find: async (userId) => (isUuid(userId) ? one('u."id" = $2', userId) : null),
    findByEmail: (email) => one('u."email" = lower($2)', email),

    setRole: async (actor, userId, role) =>
      isUuid(userId)
        ? inIdentityTransaction(pool, (client) => giveRole(client, target(actor, userId), role))
        : 'missing',
    remove: async (actor, userId) =>
      isUuid(userId)
        ? inIdentityTransaction(pool, (client) => takeRole(client, target(actor, userId)))
        : 'missing',

    signOut: async (actor, userId) => {
      if (!isUuid(userId)) return 'missing';
      return inIdentityTransaction(pool, async (client) => {
        const { rowCount: exists } = await client.query('select from identity."user" where "id" = $1', [
          userId,
        ]);
        if (exists === 0) return 'missing';
        const { rowCount } = await client.query('delete from identity."session" where "userId" = $1', [
          userId,
        ]);
        await writeAudit(client, { actor, action: 'access.signed_out', subject: userId });
        return rowCount === 0 ? 'unchanged' : 'changed';
      });
    },

    deleteAccount: async (actor, userId) => {
      if (!isUuid(userId)) return 'missing';
      return inIdentityTransaction(pool, async (client) => {
        const { rows } = await client.query<{ roles: number }>(
          `select (select count(*)::int from identity.membership m where m.user_id = u."id") as roles
           from identity."user" u where "id" = $1 for update`,
          [userId],
        );
        if (rows[0] === undefined) return 'missing';
        if (rows[0].roles > 0) return 'has role';
        await client.query('delete from identity."verification" where "value" = $1::text', [userId]);
        await client.query('delete from identity."user" where "id" = $1', [userId]);
        await writeAudit(client, { actor, action: 'account.deleted', subject: userId });
        return 'changed';
      });
    },

    recordReset: (actor, userId) =>
      inIdentityTransaction(pool, (client) =>
        writeAudit(client, { actor, action: 'password.reset', subject: userId }),
      ),

    signUpPolicy: async () => {
      const { rows } = await pool.query<{ policy: SignUpPolicy }>(
        'select policy from identity.sign_up where app_key = $1',
        [appKey],
      );
      return rows[0]?.policy ?? 'open';
    },
    setSignUpPolicy: (actor, policy) =>
      inIdentityTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `insert into identity.sign_up as before (app_key, policy, changed_by) values ($1, $2, $3)
           on conflict (app_key) do update set policy = excluded.policy, changed_by = excluded.changed_by, changed_at = now()
           where before.policy <> excluded.policy`,
          [appKey, policy, actor],
        );
        if (rowCount === 0) return false;
        await writeAudit(client, { actor, action: 'sign-up.changed', subject: appKey, data: { policy } });
        return true;
      }),
  };
}
