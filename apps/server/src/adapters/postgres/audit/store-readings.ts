import type { StoreReadings } from '../../../ports/audit-log.ts';
import type { Database } from '../database.ts';

/**
 * A reading that waited longer, because the database could not be reached, is dated when it is stored and says how long it
 * waited: the time of its answer would be taken for one that somebody dated back (AU7).
 */
const longestWaitMs = 5 * 60_000;

/** How long ago each was, so that servers whose clocks differ write times that agree. */
const insert = `
  insert into audit_log (tenant_id, at, actor, actor_kind, address, action, subject, data, is_read)
  select tenant, now() - age * interval '1 millisecond', actor, kind, address, action, subject, data, true
  from json_to_recordset($1::json) as r
    (tenant text, age float8, actor text, kind text, address text, action text, subject text, data jsonb)
  order by age desc`;

export function createStoreReadings(database: Database): StoreReadings {
  return (readings, now) => {
    const rows = readings.map(({ tenantId, actorKind, at, actor, address, action, subject, data }) => {
      const age = Math.max(0, now - at);
      const isLate = age > longestWaitMs;
      return {
        ...{ tenant: tenantId, age: isLate ? 0 : age, actor, kind: actorKind, address, action, subject },
        data: isLate ? { ...data, waitedSeconds: Math.round(age / 1_000) } : data,
      };
    });
    return database.systemStatement({ name: 'audit readings', text: insert, values: [JSON.stringify(rows)] });
  };
}
