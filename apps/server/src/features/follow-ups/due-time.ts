import type { FollowUpReason, OrganizationSettings } from '@parley/contract';
import { openingAt } from '../../lib/opening-hours.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const urgentMs = 15 * minuteMs;
const allowedMs: Record<FollowUpReason, number> = {
  person: hourMs,
  transfer_failed: hourMs,
  connection_failing: hourMs,
  spending_limit: hourMs,
  webhook_off: hourMs,
  appointment: 4 * hourMs,
  reschedule: 4 * hourMs,
  callback: 4 * hourMs,
  message: 4 * hourMs,
  promise: 4 * hourMs,
  opt_out_unconfirmed: 4 * hourMs,
  tool_unknown: 4 * hourMs,
  hand: 4 * hourMs,
  question: 8 * hourMs,
};

/** In the morning what waited over night is due minute by minute, in the order that it would have had. */
const morningShare = 60;

/**
 * When a follow-up is due (FU4). Outside opening hours it waits for the next opening; an urgent one does not wait, and
 * where it is never open nothing does.
 */
export function dueTime(
  reason: FollowUpReason,
  urgent: boolean,
  from: Date,
  { openingHours, timeZone }: Pick<OrganizationSettings, 'openingHours' | 'timeZone'>,
): Date {
  if (urgent) return new Date(from.getTime() + urgentMs);
  const allowed = allowedMs[reason];
  const due = from.getTime() + allowed;
  const state = openingAt(openingHours, timeZone, due);
  if (state.open || state.opensAt === null) return new Date(due);
  return new Date(state.opensAt + allowed / morningShare);
}
