import { isAdmin } from '@parley/contract';
import type pg from 'pg';
import type { RoleChange } from '../../../ports/people.ts';
import { writeAudit } from './audit.ts';

/**
 * Locks the rows of all admins, always in the same order: of two who take each other's role at the same moment the second
 * waits, and then counts anew.
 */
const lockAdmins = `
  select user_id::text as id from identity.membership
  where app_key = $1 and lower(btrim(role)) = 'admin' order by user_id for update`;

/** An administrator's decision about the first account replaces the role that it has not been given yet. */
const settleFirstAccount =
  'update identity.first_account set role_given_at = now() where user_id = $1 and role_given_at is null';

export interface RoleTarget {
  readonly actor: string;
  readonly appKey: string;
  readonly userId: string;
}

/** Gives a role or replaces it; not the last admin's by a lower one. */
export async function giveRole(
  client: pg.ClientBase,
  { actor, appKey, userId }: RoleTarget,
  role: string,
): Promise<RoleChange> {
  if (!isAdmin(role) && (await isLastAdmin(client, appKey, userId))) return 'last admin';
  const { rows } = await client.query<{ role: string | null }>(
    `select m.role from identity."user" u left join identity.membership m on m.user_id = u."id" and m.app_key = $2
     where u."id" = $1 for update of u`,
    [userId, appKey],
  );
  if (rows[0] === undefined) return 'missing';
  await client.query(settleFirstAccount, [userId]);
  if (rows[0].role === role) return 'unchanged';
  await client.query(
    `insert into identity.membership (user_id, app_key, role) values ($1, $2, $3)
     on conflict (user_id, app_key) do update set role = excluded.role`,
    [userId, appKey, role],
  );
  const data = { app: appKey, role };
  await writeAudit(client, { actor, action: 'access.granted', subject: userId, data });
  return 'changed';
}

/** Takes the role, ends all sessions and deletes unused links for a new password; not the last admin's. */
export async function takeRole(
  client: pg.ClientBase,
  { actor, appKey, userId }: RoleTarget,
): Promise<RoleChange> {
  if (await isLastAdmin(client, appKey, userId)) return 'last admin';
  const { rowCount: exists } = await client.query('select from identity."user" where "id" = $1 for update', [
    userId,
  ]);
  if (exists === 0) return 'missing';
  await client.query(settleFirstAccount, [userId]);
  const { rows } = await client.query<{ role: string }>(
    'delete from identity.membership where user_id = $1 and app_key = $2 returning role',
    [userId, appKey],
  );
  await client.query('delete from identity."session" where "userId" = $1', [userId]);
  await client.query('delete from identity."verification" where "value" = $1::text', [userId]);
  if (rows[0] === undefined) return 'unchanged';
  const data = { app: appKey, role: rows[0].role };
  await writeAudit(client, { actor, action: 'access.revoked', subject: userId, data });
  return 'changed';
}

async function isLastAdmin(client: pg.ClientBase, appKey: string, userId: string): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(lockAdmins, [appKey]);
  return rows.length === 1 && rows[0]?.id === userId;
}
