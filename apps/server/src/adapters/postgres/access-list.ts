import type pg from 'pg';
import type { AccessList, AccountRow } from '../../ports/accounts.ts';
import { inIdentityTransaction } from './identity-transaction.ts';
import { writeAudit } from './people/audit.ts';
import { giveRole, takeRole } from './people/roles-of-people.ts';

const listStatement = `
  select u."email", u."name", u."createdAt", m.role
  from identity."user" u
  left join identity.membership m on m.user_id = u."id" and m.app_key = $1
  order by u."createdAt", u."id"`;

const actor = 'command line';

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
    grant: (userId, { appKey, role }) =>
      inIdentityTransaction(pool, (client) => giveRole(client, { actor, appKey, userId }, role)),
    revoke: (userId, { appKey }) =>
      inIdentityTransaction(pool, (client) => takeRole(client, { actor, appKey, userId })),
    recordReset: (userId) =>
      inIdentityTransaction(pool, (client) =>
        writeAudit(client, { actor, action: 'password.reset', subject: userId }),
      ),
  };
}
