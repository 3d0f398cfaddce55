import type { ClientConfig } from 'pg';
import pg from 'pg';
import {
  type DatabaseRole,
  databaseOf,
  databaseRoles,
  groupComment,
  groupName,
  groupRoles,
  sharedGroups,
} from './roles.ts';

/**
 * Gives rights to this database's own groups only, and lets nobody else connect, so that logins of another database in
 * the same PostgreSQL cluster cannot use this one. Rights that earlier versions gave to groups shared by all databases
 * are moved, and so are those that a copy or a restored backup brought from a database of another name.
 *
 * One statement for each object, so that no two tables are locked at once while servers are running. Their logins stay
 * the same and are members of both groups until everything is moved.
 */
export async function restrictRightsToDatabase(client: pg.ClientBase, owner: ClientConfig): Promise<void> {
  const database = databaseOf(owner);
  for (const statement of await privilegeMoves(client, database)) await client.query(statement);
  await revokePublicConnect(client, database);
  await allowWriteProbe(client, database);
  await leaveSharedGroups(client, database);
}

/** Privileges and policies of groups that are ours but not this database's; `own` is the one that gets them. */
const foreignGroups = `
  foreign_group as (
    select r.oid, r.rolname as name, k.own
    from pg_roles r
    join jsonb_to_recordset($1) as k (shared text, comment text, own text)
      on r.rolname <> k.own and (r.rolname = k.shared or shobj_description(r.oid, 'pg_authid') = k.comment)
  )`;

const heldPrivileges = `
  with ${foreignGroups}, held as (
    select format('schema %I', nspname) as object, a.* from pg_namespace, aclexplode(nspacl) a
    union all
    select format('%s %I.%I', case relkind when 'S' then 'sequence' else 'table' end, n.nspname, relname), a.*
    from pg_class join pg_namespace n on n.oid = relnamespace, aclexplode(relacl) a
    union all
    select format('routine %s', p.oid::regprocedure), a.* from pg_proc p, aclexplode(proacl) a
  )
  select object, string_agg(privilege_type, ', ') as privileges, name, own
  from held join foreign_group on foreign_group.oid = grantee
  group by object, name, own`;

const heldColumns = `
  with ${foreignGroups}
  select format('table %I.%I', n.nspname, relname) as object,
         string_agg(format('%s (%I)', privilege_type, attname), ', ') as privileges, f.name, f.own
  from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace,
       aclexplode(attacl) a join foreign_group f on f.oid = a.grantee
  group by 1, f.name, f.own`;

const heldPolicies = `
  with ${foreignGroups}
  select format('alter policy %I on %I.%I to %s', polname, n.nspname, c.relname, string_agg(
           case when role = 0 then 'public' else quote_ident(coalesce(f.own, r.rolname)) end, ', ')) as statement
  from pg_policy
  join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = relnamespace,
       unnest(polroles) as role
  left join foreign_group f on f.oid = role left join pg_roles r on r.oid = role
  group by polname, n.nspname, c.relname
  having bool_or(f.oid is not null)`;

interface Held {
  readonly object: string;
  readonly privileges: string;
  readonly name: string;
  readonly own: string;
}

async function privilegeMoves(client: pg.ClientBase, database: string): Promise<string[]> {
  const kinds = JSON.stringify(
    groupRoles.map((role) => ({
      shared: role === 'search' ? null : sharedGroups[role],
      comment: groupComment(role),
      own: groupName(database, role),
    })),
  );
  const whole = await client.query<Held>(heldPrivileges, [kinds]);
  const columns = await client.query<Held>(heldColumns, [kinds]);
  const policies = await client.query<{ statement: string }>(heldPolicies, [kinds]);
  const held = [...whole.rows, ...columns.rows];
  // Granted first, revoked last: in between both groups hold the rights.
  return [
    ...held.map(({ object, privileges, own }) => `grant ${privileges} on ${object} to ${quoted(own)}`),
    ...policies.rows.map(({ statement }) => statement),
    ...held.map(({ object, privileges, name }) => `revoke ${privileges} on ${object} from ${quoted(name)}`),
  ];
}

/** By default everybody may connect. Roles that may read or monitor all databases keep that right. */
async function revokePublicConnect(client: pg.ClientBase, database: string): Promise<void> {
  const { rows } = await client.query<{ open: boolean; readers: string[] }>(
    `select coalesce((select bool_or(a.grantee = 0) from aclexplode(coalesce(datacl, acldefault('d', datdba))) a), false) as open,
            array(select rolname::text from pg_roles r
                  where rolcanlogin and not rolsuper
                    and (pg_has_role(r.oid, 'pg_read_all_data', 'member') or pg_has_role(r.oid, 'pg_monitor', 'member'))
            ) as readers
     from pg_database where datname = $1`,
    [database],
  );
  if (!rows[0]?.open) return;
  const groups = databaseRoles.map((role) => groupName(database, role));
  const allowed = [...groups, ...rows[0].readers].map(quoted).join(', ');
  const name = quoted(database);
  await client.query(
    `grant connect on database ${name} to ${allowed}; revoke connect, temporary on database ${name} from public`,
  );
}

/** `Database.writeProbe` creates a temporary table. */
async function allowWriteProbe(client: pg.ClientBase, database: string): Promise<void> {
  const group = groupName(database, 'system');
  const { rows } = await client.query<{ may: boolean }>(
    "select has_database_privilege($1, $2, 'temporary') as may",
    [group, database],
  );
  if (!rows[0]?.may)
    await client.query(`grant temporary on database ${quoted(database)} to ${quoted(group)}`);
}

/** Earlier versions made the logins of this database members of groups that all databases shared. */
async function leaveSharedGroups(client: pg.ClientBase, database: string): Promise<void> {
  const { rows } = await client.query<{ login: string; shared: string }>(
    `select m.rolname as login, g.rolname as shared
     from pg_auth_members a join pg_roles g on g.oid = a.roleid join pg_roles m on m.oid = a.member
     where g.rolname = any($1) and exists (
       select from pg_auth_members own join pg_roles og on og.oid = own.roleid
       where own.member = a.member and og.rolname = any($2))`,
    [Object.values(sharedGroups), databaseRoles.map((role: DatabaseRole) => groupName(database, role))],
  );
  for (const { login, shared } of rows) await client.query(`revoke ${quoted(shared)} from ${quoted(login)}`);
}

const quoted = (name: string) => pg.escapeIdentifier(name);
