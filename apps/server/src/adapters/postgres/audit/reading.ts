import type { AuditActorKind, AuditFilter } from '@parley/contract';
import type { AuditLog, StoredAuditEntry } from '../../../ports/audit-log.ts';
import type { Database } from '../database.ts';
import type { PipelinedStatement } from '../pipeline.ts';
import { isUuid } from '../uuid.ts';

/** Entries of an earlier release have no kind: the trigger's rule says which it would have been. */
const kind = `coalesce(actor_kind, case
  when actor = 'command line' then 'command line'
  when actor in ('system', 'environment', 'sign-up') or actor like 'agent %' then 'server'
  else 'person' end)`;
const columns = `id, at, actor, ${kind}, address, action, subject, is_read, data`;

/** Skips from actor to actor in the index instead of reading every entry. */
const everyActor = `
  with recursive known as (
    (select actor from audit_log where tenant_id = $1 order by actor limit 1)
    union all
    select (select actor from audit_log l where l.tenant_id = $1 and l.actor > known.actor order by l.actor limit 1)
    from known where known.actor is not null
  )
  select actor, (select ${kind} from audit_log l where l.tenant_id = $1 and l.actor = known.actor
    order by at desc, id desc limit 1)
  from known where actor is not null limit 500`;

export function createAuditLog(database: Database): AuditLog {
  const read = async (tenantId: string, statement: PipelinedStatement) => {
    const [rows] = await database.readForTenant(tenantId, [statement]);
    return rows.map(entryOf);
  };
  return {
    list: (tenantId, filter, { limit, before }) =>
      read(tenantId, page(tenantId, filter, { limit, cursor: before, order: 'desc' })),

    exported: (tenantId, filter, { limit, after }) =>
      read(tenantId, page(tenantId, filter, { limit, cursor: after, order: 'asc' })),

    async find(tenantId, id) {
      const text = `select ${columns} from audit_log where tenant_id = $1 and id = $2`;
      const [entry] = await read(tenantId, { text, values: [tenantId, String(id)] });
      return entry === undefined ? null : { ...entry, sealed: await isSealed(database, id) };
    },

    async actors(tenantId) {
      const [rows] = await database.readForTenant(tenantId, [{ text: everyActor, values: [tenantId] }]);
      return rows.map(([id, kind]) => ({ id: id as string, kind: kind as AuditActorKind }));
    },

    async namesOf(tenantId, actors) {
      const [people, keys] = await database.readForTenant(tenantId, [
        {
          text: 'select user_id, display_name from desk_people where user_id = any($1)',
          values: [textArray(actors)],
        },
        { text: 'select id, name from api_keys where id = any($1)', values: [textArray(actors)] },
      ]);
      const { rows } = await database.identityPool.query<{ id: string; name: string }>(
        'select "id", "name" from identity."user" where "id" = any($1::uuid[])',
        [actors.filter(isUuid)],
      );
      return new Map([
        ...[...people, ...keys].map(([id, name]) => [id, name] as [string, string]),
        ...rows.map(({ id, name }) => [id, name] as [string, string]),
      ]);
    },
  };
}

/** An organization cannot look into the chain itself. */
async function isSealed(database: Database, id: number): Promise<boolean> {
  const waiting = await database.systemRows({
    ...{
      name: 'unsealed audit entry',
      text: 'select 1 from audit_unsealed where entry_id = $1',
      values: [id],
    },
  });
  return waiting.length === 0;
}

interface Page {
  readonly limit: number;
  readonly cursor: number | null;
  readonly order: 'asc' | 'desc';
}

function page(tenantId: string, filter: AuditFilter, { limit, cursor, order }: Page): PipelinedStatement {
  const values: string[] = [tenantId, String(limit)];
  const use = (value: string) => `$${values.push(value)}`;
  const conditions = ['tenant_id = $1'];
  if (filter.actor !== undefined) conditions.push(`actor = ${use(filter.actor)}`);
  if (filter.action !== undefined) conditions.push(`action = ${use(filter.action)}`);
  if (filter.kind !== undefined) conditions.push(filter.kind === 'read' ? 'is_read' : 'not is_read');
  if (filter.by !== undefined) conditions.push(`${kind} = ${use(filter.by)}`);
  if (filter.from !== undefined) conditions.push(`at >= ${use(filter.from)}::timestamptz`);
  if (filter.to !== undefined) conditions.push(`at < ${use(filter.to)}::timestamptz`);
  if (cursor !== null) {
    const place = `(select c.at, c.id from audit_log c where c.tenant_id = $1 and c.id = ${use(String(cursor))})`;
    conditions.push(`(at, id) ${order === 'asc' ? '>' : '<'} ${place}`);
  }
  const text = `select ${columns} from audit_log where ${conditions.join(' and ')}
    order by at ${order}, id ${order} limit $2::int`;
  return { text, values };
}

function entryOf([id, at, actor, actorKind, address, action, subject, isRead, data]: readonly unknown[]) {
  return {
    id,
    at: new Date(at as string),
    ...{ actor, actorKind, address, action, subject, isRead, data },
  } as StoredAuditEntry;
}

/** As the text of an array parameter. */
function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;
}
