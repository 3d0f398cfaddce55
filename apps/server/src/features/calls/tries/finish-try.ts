import { isTerminal, type OrganizationSettings, type TryCost, type TryUsage } from '@parley/contract';
import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Organizations } from '../../../ports/organization-store.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { TryStore } from '../../../ports/tries.ts';
import type { LiveSessions } from '../../../voice/live-sessions.ts';
import type { Background } from '../background.ts';
import type { TryRecorders } from './try-recorders.ts';

export interface FinishTryDeps {
  readonly tries: TryStore;
  readonly store: Pick<CallStore, 'find'>;
  readonly organizations: Organizations;
  readonly recorders: Pick<TryRecorders, 'settled'>;
  readonly sessions: Pick<LiveSessions, 'whenOver'>;
  readonly background: Background;
  readonly clock: Clock;
}

/**
 * Stores that a try is over, with what it has used and cost. Any server may hear first that its call has ended, while
 * another one still writes down the last words: the later of the two ends the try.
 */
export interface FinishTry {
  /** The call has ended, however it did. */
  callEnded(call: CallRecord): void;
  /** The session has ended on this server, and everything it has said is stored. */
  sessionEnded(session: SessionKey): Promise<void>;
  /** The call has ended, and the server of its session is gone. */
  serverGone(call: CallRecord): Promise<void>;
}

export function createFinishTry(deps: FinishTryDeps): FinishTry {
  const { tries, recorders, sessions, clock } = deps;
  return {
    callEnded: (call) =>
      void deps.background.retry({ task: 'ending a try', callId: call.id }, async () => {
        // The carrier may report the end before the session of this server has stored the last words.
        await sessions.whenOver(call.id);
        await recorders.settled(call.id);
        await finish(call, { gone: false });
      }),
    sessionEnded: async (session) => {
      await recorders.settled(session.callId);
      await tries.stopRecording(session);
      const call = await deps.store.find({ id: session.callId });
      if (call && isTerminal(call.status)) await finish(call, { gone: false });
    },
    serverGone: (call) => finish(call, { gone: true }),
  };

  async function finish(call: CallRecord, options: { readonly gone: boolean }): Promise<void> {
    const key = { tenantId: call.tenantId, callId: call.id };
    const { usage: used, model } = await tries.usage(key);
    const usage = { ...used, seconds: secondsOf(call, clock.now()) };
    const cost = costOf(usage, model, await deps.organizations.of(call.tenantId));
    const { reason } = call;
    await tries.finish(key, { type: 'ended', at: clock.now().toISOString(), reason, usage, cost }, options);
  }
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
