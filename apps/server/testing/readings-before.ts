import type { Database } from '../src/adapters/postgres/database.ts';
import type { AuditReading } from '../src/ports/audit-log.ts';

/** As a server of the release before stores readings: a row for each. */
export function storeAsBefore(
  database: Database,
  readings: readonly AuditReading[],
  now: number,
): Promise<void> {
  const rows = readings.map(({ tenantId, actorKind, at, ...rest }) => ({
    ...{ ...rest, tenant: tenantId, kind: actorKind, age: now - at },
  }));
  const text = `
    insert into audit_log (tenant_id, at, actor, actor_kind, address, action, subject, data, is_read)
    select tenant, now() - age * interval '1 millisecond', actor, kind, address, action, subject, data, true
    from json_to_recordset($1::json) as r
      (tenant text, age float8, actor text, kind text, address text, action text, subject text, data jsonb)
    order by age desc`;
  return database.systemStatement({ name: 'readings before', text, values: [JSON.stringify(rows)] });
}
