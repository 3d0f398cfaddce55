import { createHash, createHmac } from 'node:crypto';
import type { ClientConfig, PoolConfig } from 'pg';
import pg from 'pg';
import { type AuthSecret, firstSecretId } from '../../ports/auth-secrets.ts';

/** What a connection may do: work for one tenant, across tenants, or on accounts only. */
export type DatabaseRole = 'app' | 'system' | 'identity';

export const databaseRoles: readonly DatabaseRole[] = ['app', 'system', 'identity'];

/** Holds rights, too; nobody connects in it: the function that searches calls runs as it. */
export type GroupRole = DatabaseRole | 'search';
export const groupRoles: readonly GroupRole[] = [...databaseRoles, 'search'];

/**
 * Roles are shared by a whole PostgreSQL cluster, so all of ours carry the name of their database. Each AUTH_SECRET has
 * logins of its own: a role has one password, and servers with the old and the new secret connect at the same time.
 */
function loginName(database: string, role: DatabaseRole, secretId: string): string {
  const ending = `${role}_${secretId === firstSecretId ? 'login' : secretId}`;
  const name = `${database}_${ending}`;
  return isShort(name) ? name : `${shortened(database)}_${ending}`;
}

/** Holds the rights in one database; the login of the same kind is its only member. */
export function groupName(database: string, role: GroupRole): string {
  const name = `${database}_${role}_group`;
  // Migrations also use it inside quoted text, so it contains nothing that would need escaping there.
  return isShort(name) && /^[\w-]+$/.test(name) ? name : `${shortened(database)}_${role}_group`;
}

function isShort(name: string): boolean {
  const longest = 63;
  return Buffer.byteLength(name) <= longest;
}

function shortened(database: string): string {
  return `parley_${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;
}

/** Groups of earlier versions, which all databases of a cluster shared. */
export const sharedGroups: Record<DatabaseRole, string> = {
  app: 'parley_app',
  system: 'parley_system',
  identity: 'parley_identity',
};

/** Marks the groups of Parley, in any database, to distinguish them from other roles with a similar name. */
export const groupComment = (role: GroupRole) => `parley ${role} rights in one database`;

/** Derived from the secret, which all servers of a deployment share. */
function passwordOf(secret: string, login: string): string {
  return createHmac('sha256', secret).update(`database role ${login}`).digest('base64url');
}

/** How a server of this deployment connects in the given role. */
export function connectionFor(
  owner: ClientConfig,
  role: DatabaseRole,
  secret: string,
  secretId: string = firstSecretId,
): PoolConfig & { user: string } {
  const user = loginName(databaseOf(owner), role, secretId);
  return { ...owner, user, password: passwordOf(secret, user) };
}

/** Whether a server is connected with the logins of a secret. */
export async function isLoginInUse(
  client: pg.ClientBase,
  owner: ClientConfig,
  secretId: string,
): Promise<boolean> {
  const database = databaseOf(owner);
  const logins = databaseRoles.map((role) => loginName(database, role, secretId));
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = $1 and usename = any($2) limit 1',
    [database, logins],
  );
  return rowCount === 1;
}

/** Marks the logins of Parley in one database. */
const loginComment = (database: string) => `parley login in ${database}`;

/** Drops the logins of secrets that are no longer valid, so that their passwords are worth nothing. */
export async function dropLoginsExcept(
  client: pg.ClientBase,
  owner: ClientConfig,
  secretIds: readonly string[],
): Promise<void> {
  const database = databaseOf(owner);
  const loginsOf = (id: string) => databaseRoles.map((role) => loginName(database, role, id));
  // Earlier releases did not mark the logins of the first secret.
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles
     where rolcanlogin and rolname <> all($2)
       and (shobj_description(oid, 'pg_authid') = $1 or rolname = any($3))`,
    [loginComment(database), secretIds.flatMap(loginsOf), loginsOf(firstSecretId)],
  );
  for (const { name } of rows) {
    const login = pg.escapeIdentifier(name);
    await client.query(`alter role ${login} nologin password null`);
    // Rights that somebody else has given to it would prevent this; it cannot log in either way.
    await client.query(`drop role ${login}`).catch(() => {});
  }
}

export function databaseOf(connection: ClientConfig): string {
  if (!connection.database) throw new Error('The database connection names no database.');
  return connection.database;
}

/** Migrations name the roles as if the cluster had one database; this replaces them with those of this database. */
export function withRolesOfDatabase(sql: string, owner: ClientConfig): string {
  return sql.replace(/\bparley_(app|system|identity|search)\b/g, (_, role: GroupRole) =>
    pg.escapeIdentifier(groupName(databaseOf(owner), role)),
  );
}

/** Creates missing roles. Runs as the owner, under the migration lock. */
export async function ensureRoles(
  client: pg.ClientBase,
  owner: ClientConfig,
  secret: AuthSecret,
): Promise<void> {
  const existing = await client.query<{ rolname: string }>('select rolname from pg_roles');
  const names = new Set(existing.rows.map((row) => row.rolname));
  for (const role of groupRoles) {
    const group = groupName(databaseOf(owner), role);
    const quotedGroup = pg.escapeIdentifier(group);
    if (!names.has(group)) await createRole(client, group, 'nologin');
    await client.query(`comment on role ${quotedGroup} is ${pg.escapeLiteral(groupComment(role))}`);
    if (role === 'search') continue;
    const login = loginName(databaseOf(owner), role, secret.id);
    const password = pg.escapeLiteral(passwordOf(secret.value, login));
    const entry = `login password ${password}`;
    // Only a superuser may set the other attributes again, even unchanged. A role that was widened since is refused when
    // it connects (`assertRowLevelSecurity`).
    if (names.has(login)) await client.query(`alter role ${pg.escapeIdentifier(login)} ${entry}`);
    else await createRole(client, login, `${entry} nosuperuser nocreatedb nocreaterole inherit`);
    await client.query(`grant ${quotedGroup} to ${pg.escapeIdentifier(login)}`);
    await client.query(
      `comment on role ${pg.escapeIdentifier(login)} is ${pg.escapeLiteral(loginComment(databaseOf(owner)))}`,
    );
  }
}

async function createRole(client: pg.ClientBase, name: string, attributes: string): Promise<void> {
  try {
    await client.query(`create role ${pg.escapeIdentifier(name)} ${attributes}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    const alreadyThere = '42710';
    const insufficientPrivilege = '42501';
    // Two databases of one cluster may be prepared at the same time, each under its own lock.
    if (code === alreadyThere) return;
    if (code === insufficientPrivilege) {
      throw new Error(
        `The database user may not create roles. Ask an administrator to run: alter role ${pg.escapeIdentifier(
          (await client.query<{ current_user: string }>('select current_user')).rows[0]?.current_user ?? '',
        )} createrole`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Throws when the role of the pool is not bound by row-level security. */
export async function assertRowLevelSecurity(pool: pg.Pool): Promise<void> {
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
