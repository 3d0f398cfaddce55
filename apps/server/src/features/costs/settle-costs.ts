import { limits, type Spending, spendingLevel } from '@parley/contract';
import { atMost } from '../../lib/at-most.ts';
import type { CallCosts, ReportedPrice } from '../../ports/call-costs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FollowUpWork } from '../../ports/follow-ups.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import type { CallKey } from '../../ports/transcript-store.ts';

export interface SettleDeps {
  readonly costs: Pick<CallCosts, 'settle'>;
  readonly followUps: Pick<FollowUpWork, 'add'>;
  readonly clock: Clock;
}

/** Stores what a call cost, and asks somebody to look when a limit is near. */
export type SettleCost = (call: CallKey, reported?: ReportedPrice) => Promise<void>;

/**
 * Those of an organization wait for each other where they add to the sum of the day, and each holds a connection that
 * callbacks of the carrier need.
 */
const settledAtOnce = 3;

export function createSettleCost({ costs, followUps, clock }: SettleDeps): SettleCost {
  const inTurn = atMost(settledAtOnce);
  return (call, reported) =>
    inTurn(async () => {
      const now = clock.now();
      const settled = await costs.settle(call, now, reported);
      if (settled?.spending) await followUps.add(warnings(call.tenantId, settled.spending, now));
    });
}

/** Counts the cost of every call that is over, again with each thing that becomes known of it. */
export function createCostConsumer(settle: SettleCost): OutboxConsumer {
  const again = ({ tenantId, event }: { tenantId: string; event: { callId: string } }) =>
    settle({ tenantId, callId: event.callId });
  return outboxConsumer('costs', 'now', {
    'call.ended': again,
    'call.summarized': again,
    'call.outcome': again,
    // Lets go of what was reserved for it.
    'call.deleted': again,
  });
}

type NewFollowUp = Parameters<FollowUpWork['add']>[0][number];

/** One for each period, whatever is spent in the rest of it (CO12). */
function warnings(tenantId: string, spending: Spending, now: Date): NewFollowUp[] {
  return (['day', 'month'] as const).flatMap((period) => {
    const { from } = spending[period];
    const level = spendingLevel(spending[period], spending.limits[`${period}Micros`]);
    if (level !== 'warning' && level !== 'reached') return [];
    return [
      {
        tenantId,
        reason: 'spending_limit',
        sourceKey: `spending/${period}/${from}`,
        what: sentences[period].slice(0, limits.followUpWhatMax),
        dueAt: now,
        ...{ subjectId: null, urgentWhy: null, entry: null, callId: null, number: null, contactId: null },
      },
    ];
  });
}

const sentences = {
  day: 'Calls have used 80 % of the spending limit of today. Once it is reached, no further call is placed.',
  month:
    'Calls have used 80 % of the spending limit of this month. Once it is reached, no further call is placed.',
};
