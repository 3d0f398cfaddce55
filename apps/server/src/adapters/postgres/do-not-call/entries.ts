import type { DoNotCallPage, DoNotCallSource } from '@parley/contract';
import { callSubject, doNotCallFileSubject, doNotCallSubject } from '@parley/contract';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { appendAllToOutbox } from '../outbox-append.ts';
import { isUuid } from '../uuid.ts';

export type ShownEntry = DoNotCallPage['entries'][number];

/** As `shown` reads it. */
export interface EntryRow {
  readonly id: string;
  readonly number: string;
  readonly source: string;
  readonly call_id: string | null;
  readonly unconfirmed: boolean;
  readonly added_by_name: string | null;
  /** To the microsecond, for the cursor. */
  readonly created_at: string;
  [column: string]: unknown;
}

export const entryColumns = sql`id, number, source, call_id, unconfirmed, added_by_name,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at`;

export function shown(row: EntryRow): ShownEntry {
  return {
    id: row.id,
    number: row.number.startsWith('+') ? row.number : null,
    source: sourceOf(row),
    callId: row.call_id,
    unconfirmed: row.unconfirmed,
    addedBy: row.added_by_name === null ? null : { displayName: row.added_by_name },
    createdAt: new Date(row.created_at).toISOString(),
  };
}

/** Calls and the command line write a sentence, of every release. */
function sourceOf({ source, call_id }: EntryRow): DoNotCallSource {
  if (call_id !== null || source.startsWith('call')) return 'call';
  if (source === 'import' || source === 'erasure') return source;
  return source === 'command line' ? 'command' : 'hand';
}

/** Behind the last row of a page. */
export function cursorOf({ created_at, id }: EntryRow): string {
  return `${created_at}_${id}`;
}

export function readCursor(cursor: string): { at: string; id: string } | null {
  const [at = '', id = ''] = cursor.split('_');
  return /^\d{4}-\d{2}-\d{2}T[\d:.]{15}Z$/.test(at) && !Number.isNaN(Date.parse(at)) && isUuid(id)
    ? { at, id }
    : null;
}

/**
 * What follows numbers that are new on the list: an event for each, also of a file. Whoever is told of one number is told of
 * nobody else, so erasing a person takes away nothing about others. Without a call they are for webhooks alone, and are
 * stored where one wants them. A file may have tens of thousands of numbers: they have one subject, so that the events of
 * others are not handled after all of them.
 */
export async function announceAdded(
  tx: Transaction,
  tenantId: string,
  entryIds: readonly string[],
  { callId = null, unconfirmed = false }: { callId?: string | null; unconfirmed?: boolean } = {},
): Promise<void> {
  const subjectOf = (entryId: string) => {
    if (callId !== null) return callSubject(callId);
    return entryIds.length === 1 ? doNotCallSubject(entryId) : doNotCallFileSubject;
  };
  const events = entryIds.map((entryId) => ({
    subject: subjectOf(entryId),
    event: { type: 'dnc.added', version: 1, callId, unconfirmed, entryId } as const,
  }));
  const isWanted = sql`exists (
    select from webhook_endpoints
    where tenant_id = ${tenantId} and off_reason is null and 'dnc.added' = any (events))`;
  await appendAllToOutbox(tx, tenantId, 'dnc.added', events, callId === null ? isWanted : undefined);
}

/** Open pages fetch the list again; contacts show who is on it. */
export async function notifyListChanged(tx: Transaction, tenantId: string): Promise<void> {
  await notify(tx, { tenantId, kind: 'listed', list: 'doNotCall' });
}
