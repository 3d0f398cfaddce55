import type { ClientConfig } from 'pg';
import pg from 'pg';
import { databaseOf, groupName } from './roles.ts';

/**
 * Gives the function that searches calls to the role that may only read documents. At every start, because a restored
 * backup or a copy gives it to whoever restored it, and as the owner of the tables it would find nothing.
 */
export async function ownSearchFunction(client: pg.ClientBase, owner: ClientConfig): Promise<void> {
  const group = groupName(databaseOf(owner), 'search');
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_roles r on r.oid = p.proowner
     where p.pronamespace = 'public'::regnamespace and p.proname = 'search_calls' and r.rolname <> $1`,
    [group],
  );
  if (rows.length === 0) return;
  const role = pg.escapeIdentifier(group);
  // Both only for the change of the owner. Granted by this user, so that revoking leaves what others have granted.
  const steps = [
    `grant ${role} to current_user`,
    `grant create on schema public to ${role}`,
    ...rows.map(({ name }) => `alter function ${name} owner to ${role}`),
    `revoke create on schema public from ${role}`,
    `revoke ${role} from current_user`,
  ];
  await client.query(`begin; ${steps.join('; ')}; commit`).catch(async (error: unknown) => {
    await client.query('rollback');
    throw error;
  });
}
