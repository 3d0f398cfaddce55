import type { AuditReading, StoreReadings } from '../../../ports/audit-log.ts';
import type { Database } from '../database.ts';
import { entriesOfRow, type RowEntry, rowMs } from './reading-rows.ts';

/**
 * A reading that waited longer, because the database could not be reached, is dated when it is stored and says how long it
 * waited: the time of its answer would be taken for one that somebody dated back (AU7).
 */
const longestWaitMs = 5 * 60_000;

/**
 * How long ago each was, so that servers whose clocks differ write times that agree. The entries of a row are one line: an
 * array of texts would have each of their quotation marks escaped, and read again.
 */
const insert = `
  insert into audit_readings (tenant_id, actor, actor_kind, address, action, oldest, newest, entry_count, entries)
  select tenant, actor, kind, address, action, now() - oldest * interval '1 millisecond',
    now() - newest * interval '1 millisecond', count, entries::json
  from rows from (unnest($1::text[]), unnest($2::text[]), unnest($3::text[]), unnest($4::text[]), unnest($5::text[]),
    unnest($6::int[]), unnest($7::int[]), unnest($8::int[]), unnest(string_to_array($9::text, E'\\n')))
    as r (tenant, actor, kind, address, action, oldest, newest, count, entries)`;

/** Those that one person or key read the same way within a second. */
interface Row {
  readonly reading: AuditReading;
  readonly entries: RowEntry[];
  oldest: number;
  newest: number;
}

export function createStoreReadings(database: Database): StoreReadings {
  return (readings, now) => {
    const rows = rowsOf(readings, now);
    const column = (value: (row: Row) => unknown) => rows.map(value);
    return database.systemStatement({
      name: 'audit readings',
      text: insert,
      values: [
        column(({ reading }) => reading.tenantId),
        column(({ reading }) => reading.actor),
        column(({ reading }) => reading.actorKind),
        column(({ reading }) => reading.address),
        column(({ reading }) => reading.action),
        column(({ oldest }) => oldest),
        column(({ newest }) => newest),
        column(({ entries }) => entries.length),
        column(({ entries }) => JSON.stringify(entries)).join('\n'),
      ],
    });
  };
}

function rowsOf(readings: readonly AuditReading[], now: number): Row[] {
  const rows: Row[] = [];
  const open = new Map<string, Row>();
  for (const reading of readings) {
    const { tenantId, actor, actorKind, address, action, subject, data } = reading;
    const waited = Math.max(0, Math.round(now - reading.at));
    const isLate = waited > longestWaitMs;
    const age = isLate ? 0 : waited;
    const key = `${tenantId}\n${actor}\n${actorKind}\n${address}\n${action}\n${Math.floor(age / rowMs)}`;
    let row = open.get(key);
    if (row === undefined || row.entries.length === entriesOfRow) {
      row = { reading, entries: [], oldest: age, newest: age };
      open.set(key, row);
      rows.push(row);
    }
    row.oldest = Math.max(row.oldest, age);
    row.newest = Math.min(row.newest, age);
    const said = isLate ? { ...data, waitedSeconds: Math.round(waited / 1_000) } : data;
    row.entries.push([row.entries.length, age, subject, said]);
  }
  return rows;
}
