import type { AuditFilter } from '@parley/contract';
import type { PipelinedStatement } from '../pipeline.ts';
import { entrySql, isReadingId, numberOf, rowMs, rowOf } from './reading-rows.ts';

/** Entries of an earlier release have no kind: the trigger's rule says which it would have been. */
export const actorKind = `coalesce(actor_kind, case
  when actor = 'command line' then 'command line'
  when actor in ('system', 'environment', 'sign-up') or actor like 'agent %' then 'server'
  else 'person' end)`;
const columns = `id, at, actor, ${actorKind}, address, action, subject, is_read, data`;
const readingEntry = `${entrySql.id} as id, ${entrySql.at} as at, actor, actor_kind, address, action,
  ${entrySql.subject} as subject, true as is_read, ${entrySql.data} as data`;

export interface Page {
  readonly limit: number;
  readonly cursor: number | null;
  readonly order: 'asc' | 'desc';
}

type Use = (value: string) => string;

/** Entry by entry and rows of readings, as one list in the order of time. */
export function page(
  tenantId: string,
  filter: AuditFilter,
  { limit, cursor, order }: Page,
): PipelinedStatement {
  const values: string[] = [tenantId, String(limit)];
  const use: Use = (value) => `$${values.push(value)}`;
  const from = filter.from === undefined ? null : `${use(filter.from)}::timestamptz`;
  const to = filter.to === undefined ? null : `${use(filter.to)}::timestamptz`;
  const who = ['tenant_id = $1'];
  if (filter.actor !== undefined) who.push(`actor = ${use(filter.actor)}`);
  if (filter.action !== undefined) who.push(`action = ${use(filter.action)}`);
  if (filter.by !== undefined) who.push(`${actorKind} = ${use(filter.by)}`);
  const when = [...(from ? [`at >= ${from}`] : []), ...(to ? [`at < ${to}`] : [])];
  if (cursor !== null) when.push(`(at, id) ${order === 'asc' ? '>' : '<'} (select at, id from place)`);
  const kind = filter.kind && (filter.kind === 'read' ? 'is_read' : 'not is_read');
  const place = cursor === null ? 'select null::timestamptz as at, null::bigint as id' : placeOf(cursor, use);
  const inOrder = `order by at ${order}, id ${order} limit $2::int`;
  const readings =
    filter.kind === 'change'
      ? 'select * from entry where false'
      : `select ${readingEntry} from ${rowsAround(who, { from, to, order })} r
         cross join lateral json_array_elements(r.entries) e`;
  const text = `
    with place as (${place}), entry as (
      select id, at, actor, actor_kind, address, action, subject, is_read, data from audit_log
      where ${[...who, ...when, ...(kind ? [kind] : [])].join(' and ')} ${inOrder}
    )
    select ${columns} from (
      select * from entry union all select * from (${readings}) r ${when.length > 0 ? `where ${when.join(' and ')}` : ''}
    ) l ${inOrder}`;
  return { text, values };
}

/** Of one entry, or none. */
export function oneEntry(tenantId: string, id: number): PipelinedStatement {
  const values: string[] = [tenantId];
  const text = `select ${columns} from (${entryAt(id, (value) => `$${values.push(value)}`)}) l`;
  return { text, values };
}

function entryAt(id: number, use: Use): string {
  if (!isReadingId(id))
    return `
      select id, at, actor, actor_kind, address, action, subject, is_read, data
      from audit_log where tenant_id = $1 and id = ${use(String(id))}`;
  return `
    select ${readingEntry} from audit_readings r cross join lateral json_array_elements(r.entries) e
    where tenant_id = $1 and r.id = ${use(String(rowOf(id)))} and e ->> 0 = ${use(String(numberOf(id)))}`;
}

const placeOf = (cursor: number, use: Use) => `select at, id from (${entryAt(cursor, use)}) c`;

interface Around {
  readonly from: string | null;
  readonly to: string | null;
  readonly order: 'asc' | 'desc';
}

/**
 * The rows that can have entries of the page, found by the time of their newest entry. Whole rows are counted from where the
 * page begins until they have as many entries as the page. The entries of a row are less than a second apart, so a page
 * has nothing that is more than a second beyond those.
 */
function rowsAround(who: readonly string[], { from, to, order }: Around): string {
  const second = `interval '${rowMs} milliseconds'`;
  const isNewestFirst = order === 'desc';
  const begin = isNewestFirst
    ? `least((select at from place), ${to ?? 'null'}, 'infinity'::timestamptz)`
    : `greatest((select at from place), ${from ?? 'null'}, '-infinity'::timestamptz)`;
  const whole = isNewestFirst
    ? [`newest < ${begin}`, ...(from ? [`newest >= ${from}`] : [])]
    : [
        `newest >= ${begin}`,
        `oldest > ${begin}`,
        ...(to ? [`newest < ${to} + ${second}`, `oldest < ${to}`] : []),
      ];
  const enough = `(
    select ${isNewestFirst ? 'min' : 'max'}(newest) from (
      select newest, sum(entry_count) over (order by newest ${order}, id ${order}) - entry_count as before from (
        select newest, id, entry_count from audit_readings
        where ${[...who, ...whole].join(' and ')} order by newest ${order}, id ${order} limit $2::int
      ) next
    ) counted where before < $2::int
  )`;
  const around = isNewestFirst
    ? [`newest >= coalesce(${enough}, ${begin}) - ${second}`, `newest < ${begin} + ${second}`]
    : [`newest >= ${begin}`, `newest < coalesce(${enough}, 'infinity'::timestamptz) + ${second}`];
  return `(select * from audit_readings where ${[...who, ...around].join(' and ')})`;
}
