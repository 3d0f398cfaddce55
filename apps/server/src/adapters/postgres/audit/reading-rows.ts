import type { ChainedEntry } from '../../../lib/audit-chain.ts';

/** Entries of a row; their numbers have three digits. */
export const entriesOfRow = 1_000;
/** Ids of readings are above those of other entries, whose ids count from one. */
const firstId = 100_000_000_000_000;
/** How far the readings of one row are apart at most. */
export const rowMs = 1_000;

/** Number, age in milliseconds when it was stored, subject, data. */
export type RowEntry = readonly [number, number, string, unknown];

export const isReadingId = (id: number) => id >= firstId;
/** The row that has the entry. */
export const rowOf = (id: number) => Math.floor((id - firstId) / entriesOfRow);
export const numberOf = (id: number) => id % entriesOfRow;

/** The same in SQL, of columns of `audit_readings r` and of an element `e` of its entries. */
export const entrySql = {
  id: `(${firstId} + r.id * ${entriesOfRow} + (e ->> 0)::bigint)`,
  at: "(r.stored_at - (e ->> 1)::int * interval '1 millisecond')",
  subject: '(e ->> 2)',
  data: '(e -> 3)::jsonb',
};
/** The row of an id. */
export const rowOfSql = (id: string) => `((${id} - ${firstId}) / ${entriesOfRow})`;

/** Every entry, one by one: for what looks at the whole log, and is asked for seldom. */
export const everyEntry = `
  select id, tenant_id, at, actor, actor_kind, address, action, subject, data, is_read from audit_log
  union all
  select ${entrySql.id}, r.tenant_id, ${entrySql.at}, r.actor, r.actor_kind, r.address, r.action,
    ${entrySql.subject}, ${entrySql.data}, true
  from audit_readings r cross join lateral json_array_elements(r.entries) e`;

const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** What the chain covers of a row, in the order of `ReadingRow`. */
export const readingColumns = `r.id, r.tenant_id, ${microseconds('r.stored_at')} as stored_at, r.actor, r.actor_kind,
  r.address, r.action, ${microseconds('r.oldest')} as oldest, ${microseconds('r.newest')} as newest, r.entry_count,
  r.entries::text as entries`;

export type ReadingRow = readonly [
  ...[
    id: number,
    tenantId: string,
    storedAt: string,
    actor: string,
    actorKind: string,
    address: string | null,
  ],
  ...[action: string, oldest: string, newest: string, count: number, entries: string],
];

/**
 * The entries of a row. None where the row does not agree with them: the list of the log looks for them by what the row says,
 * so somebody has hidden them. None either where they are not numbered 0, 1, 2…: two with one number have one id, so the chain
 * would cover only one of them.
 */
export function entriesOf(row: ReadingRow): ChainedEntry[] {
  const [rowId, tenantId, storedAt, actor, actorKind, address, action, oldest, newest, count, text] = row;
  const stored = Number(storedAt);
  const base = firstId + rowId * entriesOfRow;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let isNumbered = true;
  const entries = (JSON.parse(text) as unknown[]).map((entry, index): ChainedEntry => {
    const [number, age, subject, value] = (Array.isArray(entry) ? entry : []) as unknown[];
    const at = stored - Number(age) * 1_000;
    if (at < first) first = at;
    if (at > last) last = at;
    if (number !== index) isNumbered = false;
    const id = base + index;
    const data = JSON.stringify(value ?? null);
    // One literal: it is made for every reading that is sealed.
    // biome-ignore format: one line
    return { id, tenantId, at: String(at), actor, actorKind, address, action, subject: String(subject), data, isRead: true };
  });
  const agrees =
    isNumbered && entries.length === count && first === Number(oldest) && last === Number(newest);
  return agrees ? entries : [];
}
