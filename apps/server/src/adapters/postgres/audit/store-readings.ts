import type { StoreReadings } from '../../../ports/audit-log.ts';
import type { Database } from '../database.ts';

/** How long ago each was, so that servers whose clocks differ write times that agree. */
const insert = `
  insert into audit_log (tenant_id, at, actor, actor_kind, address, action, subject, data, is_read)
  select tenant, now() - age * interval '1 millisecond', actor, kind, address, action, subject, data, true
  from json_to_recordset($1::json) as r
    (tenant text, age float8, actor text, kind text, address text, action text, subject text, data jsonb)
  order by age desc`;

export function createStoreReadings(database: Database): StoreReadings {
  return (readings, now) => {
    const rows = readings.map(({ tenantId, actorKind, at, actor, address, action, subject, data }) => ({
      ...{
        tenant: tenantId,
        age: Math.max(0, now - at),
        actor,
        kind: actorKind,
        address,
        action,
        subject,
        data,
      },
    }));
    return database.systemStatement({ name: 'audit readings', text: insert, values: [JSON.stringify(rows)] });
  };
}
