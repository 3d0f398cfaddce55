import { type AuditAction, type DoNotCallQuery, limits, normalizePhoneNumber } from '@parley/contract';
import type { Caller } from '../../../ports/caller.ts';
import type { DoNotCallEditor } from '../../../ports/do-not-call.ts';
import { type NumberDigest, noDigest } from '../../../ports/number-digest.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { type SQL, sql } from '../drizzle.ts';
import { closeOptOut } from '../follow-ups/close-opt-out.ts';
import { isUuid } from '../uuid.ts';
import {
  announceAdded,
  cursorOf,
  type EntryRow,
  entryColumns,
  notifyListChanged,
  readCursor,
  shown,
} from './entries.ts';

/** `most`: how many numbers the list of an organization may have. */
export function createDoNotCallEditor(
  database: Database,
  digestOf: NumberDigest = noDigest,
  most: number = limits.doNotCallMax,
): DoNotCallEditor {
  return {
    page: async (tenantId, query) => {
      const after = query.after === undefined ? null : readCursor(query.after);
      if (query.after !== undefined && after === null) return null;
      return database.forTenant(tenantId, async (tx) => {
        const rows = await read(tx, tenantId, {
          where: conditionOf(query, (number) => digestOf(tenantId, number)),
          after,
          limit: query.limit + 1,
        });
        const { rows: counts } = await tx.execute<{ total: number; unconfirmed: number }>(sql`
          select (select count(*)::int from do_not_call where tenant_id = ${tenantId}) as total,
            (select count(*)::int from do_not_call where tenant_id = ${tenantId} and unconfirmed) as unconfirmed`);
        const page = rows.slice(0, query.limit);
        const end = page.at(-1);
        const hasMore = rows.length > query.limit;
        return {
          entries: page.map(shown),
          hasMore,
          nextCursor: hasMore && end ? cursorOf(end) : null,
          total: counts[0]?.total ?? 0,
          unconfirmed: counts[0]?.unconfirmed ?? 0,
        };
      });
    },

    add: (caller, number) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        if (await isFull(tx, tenantId, most - 1)) return 'full';
        const added = await insert(tx, caller, [number], 'hand', digestOf);
        const entry = await one(
          tx,
          tenantId,
          sql`number in (${number}, ${digestOf(tenantId, number)})`,
          true,
        );
        if (entry === null) throw new Error('An entry that was just added is gone.');
        if (added > 0) await record(tx, caller, 'do_not_call.added', entry.id);
        const isNow = added === 0 && entry.unconfirmed ? await confirm(tx, caller, entry) : entry;
        if (added > 0 || isNow !== entry) await notifyListChanged(tx, tenantId);
        return { entry: shown(isNow), added: added > 0 };
      }),

    addMany: (caller, numbers) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId } = caller;
        if (await isFull(tx, tenantId, most - numbers.length)) return 'full';
        const added = await insert(tx, caller, numbers, 'import', digestOf);
        if (added === 0) return 0;
        await record(tx, caller, 'do_not_call.imported', tenantId, { added });
        await notifyListChanged(tx, tenantId);
        return added;
      }),

    export: async (caller, cursor, limit) => {
      const after = cursor === undefined ? null : readCursor(cursor);
      if (cursor !== undefined && after === null) return null;
      const { tenantId } = caller;
      return database.forTenant(tenantId, async (tx) => {
        // Each page: a cursor can be made up.
        await record(tx, caller, 'do_not_call.exported', tenantId);
        const rows = await read(tx, tenantId, { where: sql`true`, after, limit: limit + 1 });
        const page = rows.slice(0, limit);
        const end = page.at(-1);
        return { entries: page.map(shown), nextCursor: rows.length > limit && end ? cursorOf(end) : null };
      });
    },

    confirm: (caller, id) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const entry = isUuid(id) ? await one(tx, caller.tenantId, sql`id = ${id}`, true) : null;
        if (!entry?.unconfirmed) return entry && shown(entry);
        const confirmed = await confirm(tx, caller, entry);
        await notifyListChanged(tx, caller.tenantId);
        return shown(confirmed);
      }),

    remove: (caller, id, reason) =>
      database.forTenant(caller.tenantId, async (tx) => {
        if (!isUuid(id)) return null;
        const { tenantId } = caller;
        const { rows } = await tx.execute<EntryRow>(sql`
          delete from do_not_call where tenant_id = ${tenantId} and id = ${id} returning ${entryColumns}`);
        const [entry] = rows;
        if (entry === undefined) return null;
        await record(tx, caller, 'do_not_call.removed', id, { reason });
        await closeOptOut(tx, tenantId, asked(entry), { kind: 'removed', reason }, caller);
        await notifyListChanged(tx, tenantId);
        return shown(entry);
      }),
  };
}

/** Digits anywhere in the number: people know the last ones. */
function conditionOf(
  { search = '', unconfirmed }: DoNotCallQuery,
  digestOf: (number: string) => string,
): SQL {
  const whole = normalizePhoneNumber(search.trim().replace(/^00(?=[1-9])/, '+'));
  const digits = search.replace(/^\s*00(?=[1-9])/, '+').replaceAll(/\D/g, '');
  const found =
    search.trim() === ''
      ? sql`true`
      : digits === ''
        ? sql`false`
        : whole === null
          ? sql`number like ${`+%${digits}%`}`
          : // What is kept of a number that was erased is found by the whole number alone.
            sql`(number like ${`+%${digits}%`} or number = ${digestOf(whole)})`;
  return unconfirmed === 'true' ? sql`unconfirmed and ${found}` : found;
}

interface Wanted {
  readonly where: SQL;
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
}

async function read(tx: Transaction, tenantId: string, { where, after, limit }: Wanted): Promise<EntryRow[]> {
  const behind =
    after === null ? sql`true` : sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await tx.execute<EntryRow>(sql`
    select ${entryColumns} from do_not_call where tenant_id = ${tenantId} and ${where} and ${behind}
    order by do_not_call.created_at desc, do_not_call.id desc limit ${limit}`);
  return rows;
}

async function one(tx: Transaction, tenantId: string, where: SQL, locked: boolean): Promise<EntryRow | null> {
  const { rows } = await tx.execute<EntryRow>(sql`
    select ${entryColumns} from do_not_call where tenant_id = ${tenantId} and ${where}
    ${locked ? sql`for update` : sql``}`);
  return rows[0] ?? null;
}

async function insert(
  tx: Transaction,
  { tenantId, userId, displayName }: Caller,
  numbers: readonly string[],
  source: 'hand' | 'import',
  digestOf: NumberDigest,
): Promise<number> {
  const digests = numbers.map((number) => digestOf(tenantId, number));
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into do_not_call (tenant_id, number, source, added_by, added_by_name)
    select ${tenantId}, new.number, ${source}, ${userId}, ${displayName}
    from unnest(${sql.param(numbers)}::text[], ${sql.param(digests)}::text[]) as new (number, digest)
    where not exists (
      select from do_not_call as erased where erased.tenant_id = ${tenantId} and erased.number = new.digest)
    on conflict do nothing returning id`);
  if (rows.length > 0)
    await announceAdded(
      tx,
      tenantId,
      rows.map(({ id }) => id),
    );
  return rows.length;
}

const asked = ({ number, call_id }: EntryRow) => ({ number, callId: call_id });

async function confirm(tx: Transaction, caller: Caller, entry: EntryRow): Promise<EntryRow> {
  await tx.execute(
    sql`update do_not_call set unconfirmed = false where tenant_id = ${caller.tenantId} and id = ${entry.id}`,
  );
  await record(tx, caller, 'do_not_call.confirmed', entry.id);
  await closeOptOut(tx, caller.tenantId, asked(entry), { kind: 'confirmed' }, caller);
  return { ...entry, unconfirmed: false };
}

/** More than `allowed` are there. */
async function isFull(tx: Transaction, tenantId: string, allowed: number): Promise<boolean> {
  // Counts no further than it has to, by the index alone.
  const { rows } = await tx.execute(sql`
    select 1 from do_not_call where tenant_id = ${tenantId} offset ${allowed} limit 1`);
  return rows.length > 0;
}

/** Ids and actions alone: the audit log holds no numbers. */
async function record(
  tx: Transaction,
  { tenantId, userId: actor }: Caller,
  action: AuditAction,
  subject: string,
  data: Record<string, unknown> = {},
): Promise<void> {
  await appendAudit(tx, { tenantId, actor, action, subject, data });
}
