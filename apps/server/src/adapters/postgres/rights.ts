import type { ClientConfig } from 'pg';
import pg from 'pg';
import {
  type DatabaseRole,
  databaseOf,
  databaseRoles,
  groupComment,
  groupName,
  sharedGroups,
} from './roles.ts';

/**
 * Sees to it that whoever logs in for another database of the same PostgreSQL has no way into this one: rights are
 * held by this database's own groups alone, and nobody else may connect. What earlier versions gave to groups that all
 * databases shared is moved, as is what a copy or a restored backup brought along from a database of another name.
 *
 * One statement for each object, so that no two tables are locked at once beside servers that work. Their logins stay
 * the same and belong to both groups until everything is moved.
 */
export async function keepRightsInOneDatabase(client: pg.ClientBase, owner: ClientConfig): Promise<void> {
  const database = databaseOf(owner);
  for (const statement of await moves(client, database)) await client.query(statement);
  await closeToOthers(client, database);
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

async function moves(client: pg.ClientBase, database: string): Promise<string[]> {
  const kinds = JSON.stringify(
    databaseRoles.map((role) => ({
      shared: sharedGroups[role],
      comment: groupComment(role),
      own: groupName(database, role),
    })),
  );
  const whole = await client.query<Held>(heldPrivileges, [kinds]);
  const columns = await client.query<Held>(heldColumns, [kinds]);
  const policies = await client.query<{ statement: string }>(heldPolicies, [kinds]);
  // Given first, taken last: in between both groups hold it, and policies speak of the one that lasts.
  const [given, taken] = [
    [...whole.rows, ...columns.rows],
    [...whole.rows, ...columns.rows],
  ];
  return [
    ...given.map(({ object, privileges, own }) => `grant ${privileges} on ${object} to ${quoted(own)}`),
    ...policies.rows.map(({ statement }) => statement),
    ...taken.map(({ object, privileges, name }) => `revoke ${privileges} on ${object} from ${quoted(name)}`),
  ];
}

/** Everybody may connect to a new database. Those an administrator lets read or watch all databases still may. */
async function closeToOthers(client: pg.ClientBase, database: string): Promise<void> {
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
  const let_in = [...groups, ...rows[0].readers].map(quoted).join(', ');
  const name = quoted(database);
  await client.query(
    `grant connect on database ${name} to ${let_in}; revoke connect, temporary on database ${name} from public`,
  );
}

/** Whether anything can be stored is found out with a temporary table (`Database.writeProbe`). */
async function allowWriteProbe(client: pg.ClientBase, database: string): Promise<void> {
  const group = groupName(database, 'system');
  const { rows } = await client.query<{ may: boolean }>(
    "select has_database_privilege($1, $2, 'temporary') as may",
    [group, database],
  );
  if (!rows[0]?.may)
    await client.query(`grant temporary on database ${quoted(database)} to ${quoted(group)}`);
}

/** The logins of this database, which earlier versions made members of groups that every database knew. */
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
