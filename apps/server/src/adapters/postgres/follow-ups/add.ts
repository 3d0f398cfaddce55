import { randomUUIDv7 } from 'node:crypto';
import { followUpSubject, requestReasons } from '@parley/contract';
import type { NewFollowUp } from '../../../ports/follow-ups.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { lockFollowUpsOf } from './lock.ts';

const requests: ReadonlySet<string> = new Set(requestReasons);
export const requestList = sql.raw(requestReasons.map((reason) => `'${reason}'`).join(', '));

/**
 * Adds follow-ups that are new, in the transaction of whatever found them. One reason of a call makes one, and so do all of
 * its requests together (FU2): a lock on the call lets those that look for them at once see each other's.
 */
export async function addFollowUps(tx: Transaction, rows: readonly NewFollowUp[]): Promise<string[]> {
  const added: string[] = [];
  for (const lock of new Set(
    rows.map(({ callId, subjectId, sourceKey }) => callId ?? subjectId ?? sourceKey),
  ))
    await lockFollowUpsOf(tx, lock);
  for (const row of rows) {
    const id = randomUUIDv7();
    if (await insert(tx, id, row)) {
      added.push(id);
      await announce(tx, id, row);
    } else if (row.urgentWhy !== null) await raise(tx, row);
  }
  return added;
}

async function insert(tx: Transaction, id: string, row: NewFollowUp): Promise<boolean> {
  const { tenantId, sourceKey, reason, urgentWhy, number, contactId, callId, entry, subjectId } = row;
  const { rows } = await tx.execute(sql`
    insert into follow_ups
      (tenant_id, id, source_key, reason, urgent, urgent_why, number, contact_id, call_id, entry, what, subject_id, due_at)
    select ${tenantId}, ${id}, ${sourceKey}, ${reason}, ${urgentWhy !== null}, ${urgentWhy}, ${number}, ${contactId}::uuid,
      ${callId}::uuid, ${entry}::integer, ${row.what}, ${subjectId}, ${row.dueAt.toISOString()}::timestamptz
    where not exists (select from follow_ups where ${likeIt(row)}) and ${stillAsked(row)}
    on conflict (tenant_id, source_key) do nothing
    returning id`);
  return rows.length > 0;
}

/** Somebody may have confirmed or removed the entry since it was read. */
function stillAsked({ tenantId, reason, callId }: NewFollowUp) {
  if (reason !== 'opt_out_unconfirmed') return sql`true`;
  return sql`exists (
    select from do_not_call where tenant_id = ${tenantId} and call_id = ${callId}::uuid and unconfirmed)`;
}

/** What stands for the same thing to do. */
function likeIt({ tenantId, sourceKey, callId, reason, subjectId }: NewFollowUp) {
  if (callId !== null && requests.has(reason))
    return sql`tenant_id = ${tenantId} and call_id = ${callId} and reason in (${requestList})`;
  if (subjectId !== null)
    return sql`tenant_id = ${tenantId} and subject_id = ${subjectId} and reason = ${reason} and state <> 'done'`;
  return sql`tenant_id = ${tenantId} and source_key = ${sourceKey}`;
}

/** Somebody who reads better than the rules may find that it is urgent; nobody makes it less urgent but a person. */
async function raise(tx: Transaction, row: NewFollowUp): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update follow_ups set urgent = true, urgent_why = ${row.urgentWhy},
      due_at = least(due_at, ${row.dueAt.toISOString()}::timestamptz), revision = revision + 1, changed_at = now()
    where ${likeIt(row)} and not urgent and state <> 'done'
    returning id`);
  for (const { id } of rows) {
    const raised = { type: 'follow-up.raised', version: 1, followUpId: id } as const;
    await appendToOutbox(tx, row.tenantId, followUpSubject(id), raised);
    await notify(tx, { tenantId: row.tenantId, kind: 'follow-up', id });
  }
}

export async function announce(
  tx: Transaction,
  id: string,
  { tenantId, callId, reason, urgentWhy }: Pick<NewFollowUp, 'tenantId' | 'callId' | 'reason' | 'urgentWhy'>,
): Promise<void> {
  await appendToOutbox(tx, tenantId, followUpSubject(id), {
    type: 'follow-up.created',
    version: 1,
    followUpId: id,
    callId,
    reason,
    urgent: urgentWhy !== null,
  });
  await notify(tx, { tenantId, kind: 'follow-up', id });
}

export async function announceClosed(
  tx: Transaction,
  tenantId: string,
  id: string,
  how: 'person' | 'call' | 'system',
): Promise<void> {
  await appendToOutbox(tx, tenantId, followUpSubject(id), {
    type: 'follow-up.closed',
    version: 1,
    followUpId: id,
    how,
  });
  await notify(tx, { tenantId, kind: 'follow-up', id });
}
