import type { OrganizationSettings, TryCost, TryUsage } from '@parley/contract';
import type { CallRecord } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Organizations } from '../../../ports/organization-store.ts';
import type { TryStore } from '../../../ports/tries.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import type { Background } from '../background.ts';
import type { TryRecorders } from './try-recorders.ts';

export interface FinishTryDeps {
  readonly tries: TryStore;
  readonly organizations: Organizations;
  readonly recorders: Pick<TryRecorders, 'settled'>;
  readonly sessions: Pick<LiveSessions, 'whenOver'>;
  readonly background: Background;
  readonly clock: Clock;
}

/** Stores that a try is over, with what it has used and cost. Called once its call has ended, however it did. */
export function createFinishTry(deps: FinishTryDeps): (call: CallRecord) => void {
  const { tries, recorders, sessions, clock } = deps;
  return (call) => {
    const key = { tenantId: call.tenantId, callId: call.id };
    void deps.background.retry({ task: 'ending a try', callId: call.id }, async () => {
      // The carrier may report the end before the session has stored the last words.
      await sessions.whenOver(call.id);
      await recorders.settled(call.id);
      const { usage: used, model } = await tries.usage(key);
      const usage = { ...used, seconds: secondsOf(call, clock.now()) };
      const cost = costOf(usage, model, await deps.organizations.of(call.tenantId));
      const { reason } = call;
      await tries.finish(key, { type: 'ended', at: clock.now().toISOString(), reason, usage, cost });
    });
  };
}

function secondsOf({ answeredAt, endedAt }: CallRecord, now: Date): number {
  const end = endedAt ?? now;
  return Math.max(0, (end.getTime() - (answeredAt ?? end).getTime()) / 1000);
}

/** The sandbox costs nothing, so this is the model's price; null where the organization has not entered it. */
export function costOf(
  { inputTokens, outputTokens }: TryUsage,
  model: string | null,
  { prices, currency }: Pick<OrganizationSettings, 'prices' | 'currency'>,
): TryCost | null {
  const price = prices.models.find((each) => each.model === model);
  const { inputPerMillion = null, outputPerMillion = null } = price ?? {};
  if (inputPerMillion === null || outputPerMillion === null) return null;
  return {
    micros: Math.round((inputTokens * inputPerMillion + outputTokens * outputPerMillion) / 1_000_000),
    currency,
  };
}
