import { createHash, createHmac } from 'node:crypto';
import type { ClientConfig, PoolConfig } from 'pg';
import pg from 'pg';

/** The right of a connection: for one tenant, across tenants, or accounts only. */
export type DatabaseRole = 'app' | 'system' | 'identity';

export const databaseRoles: readonly DatabaseRole[] = ['app', 'system', 'identity'];

/** Roles are shared by a whole PostgreSQL cluster, so all of ours carry the name of their database. */
function loginName(database: string, role: DatabaseRole): string {
  const name = `${database}_${role}_login`;
  return isShort(name) ? name : `${shortened(database)}_${role}_login`;
}

/** Holds the rights in one database; the login of the same kind is its only member. */
export function groupName(database: string, role: DatabaseRole): string {
  const name = `${database}_${role}_group`;
  // Migrations name it inside quoted text too, so it consists of nothing that would need to be escaped there.
  return isShort(name) && /^[\w-]+$/.test(name) ? name : `${shortened(database)}_${role}_group`;
}

function isShort(name: string): boolean {
  const longest = 63;
  return Buffer.byteLength(name) <= longest;
}

function shortened(database: string): string {
  return `parley_${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;
}

/** Groups of earlier versions, which all deployments of a cluster had in common. */
export const sharedGroups: Record<DatabaseRole, string> = {
  app: 'parley_app',
  system: 'parley_system',
  identity: 'parley_identity',
};

/** Tells a group of ours, in any database, from a role of somebody else that has a similar name. */
export const groupComment = (role: DatabaseRole) => `parley ${role} rights in one database`;

/** All servers of one deployment share the secret, so each can work out the same passwords. */
function passwordOf(secret: string, login: string): string {
  return createHmac('sha256', secret).update(`database role ${login}`).digest('base64url');
}

/** How a server of this deployment connects in the given role. */
export function connectionFor(
  owner: ClientConfig,
  role: DatabaseRole,
  secret: string,
): PoolConfig & { user: string } {
  const user = loginName(databaseOf(owner), role);
  return { ...owner, user, password: passwordOf(secret, user) };
}

export function databaseOf(connection: ClientConfig): string {
  if (!connection.database) throw new Error('The database connection names no database.');
  return connection.database;
}

/** The names of a migration's roles, which are written as if there were one database in a cluster. */
export function inThisDatabase(sql: string, owner: ClientConfig): string {
  return sql.replace(/\bparley_(app|system|identity)\b/g, (_, role: DatabaseRole) =>
    pg.escapeIdentifier(groupName(databaseOf(owner), role)),
  );
}

/** Makes the roles that are missing. Runs as the owner, under the migration lock. */
export async function ensureRoles(client: pg.ClientBase, owner: ClientConfig, secret: string): Promise<void> {
  const existing = await client.query<{ rolname: string }>('select rolname from pg_roles');
  const names = new Set(existing.rows.map((row) => row.rolname));
  for (const role of databaseRoles) {
    const group = groupName(databaseOf(owner), role);
    const quotedGroup = pg.escapeIdentifier(group);
    if (!names.has(group)) await createRole(client, group, 'nologin');
    await client.query(`comment on role ${quotedGroup} is ${pg.escapeLiteral(groupComment(role))}`);
    const login = loginName(databaseOf(owner), role);
    const password = pg.escapeLiteral(passwordOf(secret, login));
    const entry = `login password ${password}`;
    // Only a superuser may name the other attributes again, even to leave them as they are; whoever has widened them
    // meanwhile is refused when the role connects.
    if (names.has(login)) await client.query(`alter role ${pg.escapeIdentifier(login)} ${entry}`);
    else await createRole(client, login, `${entry} nosuperuser nocreatedb nocreaterole inherit`);
    await client.query(`grant ${quotedGroup} to ${pg.escapeIdentifier(login)}`);
  }
}

async function createRole(client: pg.ClientBase, name: string, attributes: string): Promise<void> {
  try {
    await client.query(`create role ${pg.escapeIdentifier(name)} ${attributes}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    const alreadyThere = '42710';
    const insufficientPrivilege = '42501';
    // Databases of one cluster may be prepared at the same moment, each under its own lock.
    if (code === alreadyThere) return;
    if (code === insufficientPrivilege) {
      throw new Error(
        `The database user may not create roles. Let an administrator run: alter role ${pg.escapeIdentifier(
          (await client.query<{ current_user: string }>('select current_user')).rows[0]?.current_user ?? '',
        )} createrole`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Row-level security is real or it is nothing: refuses a role that would not be bound by it. */
export async function refuseBypassingRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; bypasses: boolean; owns: boolean }>(`
    select current_user as name,
           r.rolsuper or r.rolbypassrls as bypasses,
           exists (
             select from pg_class c
             where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_has_role(r.oid, c.relowner, 'member')
           ) as owns
    from pg_roles r where r.rolname = current_user`);
  const role = rows[0];
  if (!role || role.bypasses || role.owns) {
    throw new Error(
      `The database role "${role?.name ?? 'unknown'}" is not bound by row-level security (superuser, owner or BYPASSRLS). Parley does not start with it.`,
    );
  }
}
