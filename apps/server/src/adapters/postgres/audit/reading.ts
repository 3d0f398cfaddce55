import type { AuditActorKind } from '@parley/contract';
import type { AuditLog, StoredAuditEntry } from '../../../ports/audit-log.ts';
import type { Database } from '../database.ts';
import type { PipelinedStatement } from '../pipeline.ts';
import { isUuid } from '../uuid.ts';
import { actorKind, oneEntry, page } from './page.ts';
import { isReadingId, rowOf } from './reading-rows.ts';

/** Skips from actor to actor in the index instead of reading every entry. */
const everyActor = `
  with recursive known as (
    (select actor from audit_log where tenant_id = $1 order by actor limit 1)
    union all
    select (select actor from audit_log l where l.tenant_id = $1 and l.actor > known.actor order by l.actor limit 1)
    from known where known.actor is not null
  ), reading as (
    (select actor from audit_readings where tenant_id = $1 order by actor limit 1)
    union all
    select (select actor from audit_readings l where l.tenant_id = $1 and l.actor > reading.actor
      order by l.actor limit 1)
    from reading where reading.actor is not null
  )
  select actor, coalesce(
    (select actor_kind from audit_readings l where l.tenant_id = $1 and l.actor = everyone.actor
      order by newest desc limit 1),
    (select ${actorKind} from audit_log l where l.tenant_id = $1 and l.actor = everyone.actor
      order by at desc, id desc limit 1))
  from (select actor from known union select actor from reading order by actor) everyone
  where actor is not null limit 500`;

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
      const [entry] = await read(tenantId, oneEntry(tenantId, id));
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
  const waiting = await database.systemRows(
    isReadingId(id)
      ? {
          name: 'unsealed audit reading',
          text: 'select 1 from audit_unsealed_readings where reading_id = $1',
          values: [rowOf(id)],
        }
      : {
          name: 'unsealed audit entry',
          text: 'select 1 from audit_unsealed where entry_id = $1',
          values: [id],
        },
  );
  return waiting.length === 0;
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
