import { type CallStatus, isTerminal, type RecipientWait } from '@parley/contract';
import { atMost } from '../../lib/at-most.ts';
import { hoursFor } from '../../lib/calling-hours/calling-windows.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { AttemptFacts, CampaignDispatch, Settled } from '../../ports/campaign-runs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OutboxConsumer } from '../../ports/outbox.ts';
import { outboxConsumer } from '../../ports/outbox-handlers.ts';
import { breakerVerdict } from './running/breaker.ts';
import { afterAttempt, resultOf } from './running/retry.ts';

/** What has to be known of a call to tell what came of it. */
export type EndedCall = Pick<
  CallRecord,
  'id' | 'status' | 'reason' | 'answeredAt' | 'endedAt' | 'duration' | 'outcomeResult'
>;

interface SettleDeps {
  readonly dispatch: Pick<CampaignDispatch, 'settle' | 'recent' | 'pauseFor' | 'reopen' | 'pauseOtherSide'>;
  readonly clock: Clock;
}

/** How long nothing needs to be heard of a call before somebody asks what became of it. */
export const leaseMs = 60_000;

/** Each holds one of the ten connections that pages and calls by hand need too. */
const settledAtOnce = 3;

export type SettleCall = (tenantId: string, call: EndedCall) => Promise<void>;

/** Stores what came of the call of an attempt, and stops a campaign whose calls go wrong. A call may be settled twice. */
export function createSettleCall({ dispatch, clock }: SettleDeps): SettleCall {
  return async (tenantId, call) => {
    const { status } = call;
    if (!isTerminal(status)) return;
    const now = clock.now();
    const id = await dispatch.settle(tenantId, call.id, call.endedAt ?? now, (facts) =>
      settledOf({ ...call, status }, facts, now),
    );
    if (id === null) return;
    const recent = await dispatch.recent(tenantId, id);
    if (recent?.campaign.state !== 'running') return;
    const verdict = breakerVerdict(recent.attempts, recent.since, recent.campaign.policy.breaker);
    if (verdict) await dispatch.pauseFor(tenantId, id, verdict.reason, `${verdict.count}/${verdict.of}`, now);
  };
}

function settledOf(
  call: EndedCall & { readonly status: Extract<CallStatus, Parameters<typeof resultOf>[0]['status']> },
  { campaign, number, zones, before }: AttemptFacts,
  now: Date,
): Settled {
  const result = resultOf({
    ...{ status: call.status, reason: call.reason, answered: call.answeredAt !== null },
    ...{ duration: call.duration, optedOut: false, outcome: call.outcomeResult },
  });
  const firstThatCounts = before.findIndex(({ counts }) => counts);
  const after = afterAttempt({
    result,
    counted: before.filter(({ counts }) => counts).length,
    hungUpEarly: before.filter((each) => each.result === 'hung_up_early').length,
    busy: before.filter((each) => each.result === 'busy').length,
    notCounted: firstThatCounts === -1 ? before.length : firstThatCounts,
    ...{ policy: campaign.policy, now },
    place: {
      ...{ zones, hours: hoursFor(campaign.policy.hours, campaign.purpose, number) },
      shiftMs: campaign.pretendMs ?? 0,
    },
  });
  return {
    ...{ result, counts: after.counts, state: after.state, nextAt: after.nextAt },
    detail: call.reason ?? call.status,
    waits: waitsAfter(after),
  };
}

function waitsAfter(after: ReturnType<typeof afterAttempt>): RecipientWait | null {
  if (after.state === 'pending') return after.counts ? 'retry' : 'not_made';
  return 'reason' in after ? after.reason : null;
}

/** Hears of calls that are over, whichever server placed them. */
export function createCampaignConsumer({
  dispatch,
  calls,
  settle,
  clock,
}: SettleDeps & { readonly calls: Pick<CallStore, 'find'>; readonly settle: SettleCall }): OutboxConsumer {
  const inTurn = atMost(settledAtOnce);
  const settleById = ({ tenantId, event }: { tenantId: string; event: { callId: string } }) =>
    inTurn(async () => {
      const call = await calls.find({ id: event.callId, tenantId });
      if (call && call.campaignId !== null) await settle(tenantId, call);
    });
  return outboxConsumer('campaigns', 'now', {
    'call.ended': settleById,
    'call.outcome': settleById,
    'call.reopened': ({ tenantId, event }) =>
      dispatch.reopen(tenantId, event.callId, new Date(clock.now().getTime() + leaseMs)),
    'calling.switched': ({ tenantId, event }) => dispatch.pauseOtherSide(tenantId, event.side, clock.now()),
  });
}
