import { type DoNotCallRemovalReason, doNotCallRemovalReasons, limits } from '@parley/contract';
import { appendAudit } from '../audit/append.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { announceClosed } from './add.ts';
import { lockFollowUpsOf } from './lock.ts';

/** What was decided about a number that an inbound caller did not want to be called at. */
export type OptOutDecision =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'removed'; readonly reason: DoNotCallRemovalReason | null };

/** Null: a call that we placed, or the command line. */
export type DecidedBy = { readonly userId: string; readonly displayName: string } | null;

function lineOf(decision: OptOutDecision): string {
  if (decision.kind === 'confirmed') return 'Confirmed on the do-not-call list.';
  const why = decision.reason === null ? '' : `: ${doNotCallRemovalReasons[decision.reason]}`;
  return `Removed from the do-not-call list${why}.`;
}

/**
 * The question whether somebody may be called is answered: the follow-up that asks it is done, and says how (DN4, DN5). In
 * the transaction that changes the entry. Where its call is only now being looked at, the lock lets one of both wait: the
 * follow-up is closed, or not made.
 */
export async function closeOptOut(
  tx: Transaction,
  tenantId: string,
  entry: { readonly number: string; readonly callId: string | null },
  decision: OptOutDecision,
  by: DecidedBy,
): Promise<void> {
  if (entry.callId !== null) await lockFollowUpsOf(tx, entry.callId);
  const line = lineOf(decision);
  const how = by === null ? 'system' : 'person';
  const { rows } = await tx.execute<{ id: string }>(sql`
    update follow_ups set state = 'done', snoozed_until = null, closed_at = now(), closed_how = ${how},
      closed_by = ${by?.userId ?? null}, closed_by_name = ${by?.displayName ?? null},
      revision = revision + 1, changed_at = now(), note = case
        when char_length(note) + ${line.length + 1} > ${limits.followUpNoteMax} then note
        when note = '' then ${line} else note || E'\\n' || ${line} end
    where tenant_id = ${tenantId} and number = ${entry.number} and reason = 'opt_out_unconfirmed' and state <> 'done'
    returning id`);
  for (const { id } of rows) {
    if (by !== null)
      await appendAudit(tx, { tenantId, actor: by.userId, action: 'follow-up.done', subject: id });
    await announceClosed(tx, tenantId, id, how);
  }
}
