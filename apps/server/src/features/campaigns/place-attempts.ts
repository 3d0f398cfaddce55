import {
  type Campaign,
  type ErrorCode,
  isTerminal,
  type PauseReason,
  type RecipientWait,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import {
  attemptKey,
  type CampaignCalls,
  type CampaignDispatch,
  type Claimed,
  type ExpiredAttempt,
} from '../../ports/campaign-runs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { instructionsOf } from './read-row.ts';
import { hoursAnswer } from './running/gate.ts';
import { type EndedCall, leaseMs, type SettleCall } from './settle-attempts.ts';

export interface PlaceDeps {
  readonly dispatch: Pick<CampaignDispatch, 'placed' | 'returnAttempt' | 'callOf' | 'prolong' | 'pauseFor'>;
  readonly calls: CampaignCalls;
  readonly settle: SettleCall;
  readonly clock: Clock;
  readonly log: Log;
}

/** Calls of a campaign are nobody's: limits for a person count each campaign by itself. */
export function callerOf(tenantId: string, { id, name }: Campaign): Caller {
  const expiresAt = new Date(8.64e15);
  return {
    ...{ tenantId, userId: `agent campaign/${id}`, displayName: name },
    permissions: [],
    email: null,
    expiresAt,
  };
}

/** What its calls do where a machine answers, frozen when a call is placed; null: what the agent is set to. */
export function machineOrderOf({ policy: { onMachine } }: Pick<Campaign, 'policy'>) {
  return onMachine === 'as_agent' ? null : onMachine;
}

/** What becomes of somebody whose call was refused before it was stored. */
interface Refused {
  readonly state: 'pending' | 'suppressed' | 'held';
  readonly reason: RecipientWait | null;
  /** Left out: at once, or after as long as the refusal says. */
  readonly afterMs?: number;
  readonly pause?: PauseReason;
}

const refusesCalls: Refused = { state: 'pending', reason: null, pause: 'calling_refused' };
const withoutAgent: Refused = { state: 'pending', reason: null, pause: 'agent_archived' };
const notAllowed: Refused = { state: 'suppressed', reason: 'not_allowed' };

/** Codes that are not named here leave it open whether there is a call: it is looked for. */
const refusals: Partial<Record<ErrorCode, Refused>> = {
  number_in_call: { state: 'pending', reason: 'number_in_call', afterMs: 5_000 },
  lines_busy: { state: 'pending', reason: 'account_lines', afterMs: 2_000 },
  too_many_calls: { state: 'pending', reason: 'limit' },
  daily_limit_reached: { state: 'pending', reason: 'limit' },
  server_busy: { state: 'pending', reason: 'not_made' },
  do_not_call: { state: 'suppressed', reason: 'do_not_call' },
  being_erased: { state: 'suppressed', reason: 'being_erased' },
  ...{
    invalid_phone_number: notAllowed,
    country_not_allowed: notAllowed,
    number_type_not_allowed: notAllowed,
  },
  // It was paused or stopped a moment ago, or this server stops.
  ...{
    campaign_state: { state: 'pending', reason: null },
    shutting_down: { state: 'pending', reason: null },
  },
  settings_changed: { state: 'pending', reason: 'not_made', afterMs: 5_000 },
  carrier_not_connected: { state: 'pending', reason: 'not_made', afterMs: 60_000 },
  spending_limit_reached: { state: 'pending', reason: null, pause: 'spending_limit' },
  ...{ agent_archived: withoutAgent, agent_not_found: withoutAgent, agent_not_published: withoutAgent },
  ...{ no_model: refusesCalls, no_sandbox: refusesCalls, phone_disconnected: refusesCalls },
  ...{ phone_failing: refusesCalls, address_not_ready: refusesCalls, model_disconnected: refusesCalls },
  ...{ model_failing: refusesCalls, instructions_not_english: refusesCalls },
};

export interface PlaceAttempts {
  /** Dials an attempt that was claimed. It never throws: what could not be stored is found when the lease has run out. */
  place(claimed: Claimed): Promise<void>;
  /** Finds out what became of an attempt of which nothing was heard. */
  look(attempt: ExpiredAttempt): Promise<void>;
}

const goneCall: Omit<EndedCall, 'id'> = {
  status: 'failed',
  reason: null,
  answeredAt: null,
  endedAt: null,
  duration: null,
  outcomeResult: null,
};

export function createPlaceAttempts({ dispatch, calls, settle, clock, log }: PlaceDeps): PlaceAttempts {
  const lease = () => new Date(clock.now().getTime() + leaseMs);

  async function look(attempt: ExpiredAttempt): Promise<void> {
    const call = await dispatch.callOf(attempt);
    // It was up, and is gone with all that was known of it: nobody will ever tell what came of it.
    if (!call && attempt.inCall) return settle(attempt.tenantId, { ...goneCall, id: attempt.callId });
    if (!call) return dispatch.returnAttempt(attempt, { state: 'pending', reason: 'not_made', nextAt: null });
    await dispatch.prolong(attempt, call.id, lease());
    if (isTerminal(call.status)) await settle(attempt.tenantId, call);
  }

  /** A server that was suspended after it took on an attempt may go on when the hours are over. */
  async function isTooLate(claimed: Claimed): Promise<boolean> {
    const { campaign, number, zones } = claimed;
    const { purpose, policy } = campaign;
    const shiftMs = campaign.pretendMs ?? 0;
    const closed = hoursAnswer({ now: clock.now(), number, zones, purpose, policy, shiftMs });
    if (closed === null) return false;
    const { state, reason } = closed;
    const nextAt = closed.state === 'pending' ? closed.nextAt : null;
    await dispatch.returnAttempt({ ...claimed, campaignId: campaign.id }, { state, reason, nextAt });
    return true;
  }

  async function refused(claimed: Claimed, error: AppError): Promise<void> {
    const { tenantId, campaign } = claimed;
    const attempt = { ...claimed, campaignId: campaign.id };
    const known = refusals[error.code];
    if (!known) return look(attempt);
    const now = clock.now();
    const seconds = error.retryAfterSeconds;
    const waitMs = known.afterMs ?? (seconds === undefined ? null : seconds * 1_000);
    const nextAt = waitMs === null ? null : new Date(now.getTime() + waitMs);
    await dispatch.returnAttempt(attempt, { state: known.state, reason: known.reason, nextAt });
    const switched = error.code === 'settings_changed' && calls.side(tenantId) !== campaign.side;
    const reason = switched ? 'calling_switched' : known.pause;
    if (reason) await dispatch.pauseFor(tenantId, campaign.id, reason, switched ? '' : error.code, now);
  }

  return {
    look,
    place: async (claimed) => {
      const { tenantId, campaign, row, number, cells, attempt } = claimed;
      try {
        if (await isTooLate(claimed)) return;
        const { callId } = await calls.place({
          caller: callerOf(tenantId, campaign),
          ...{
            agentId: campaign.agentId,
            agentVersion: campaign.agentVersion,
            templateId: campaign.templateId,
          },
          ...{ phoneNumber: number, message: instructionsOf(campaign, cells) },
          purpose: campaign.purpose,
          onMachine: machineOrderOf(campaign),
          idempotencyKey: attemptKey(campaign.id, row, attempt),
          campaign: { id: campaign.id, side: campaign.side ?? 'sandbox', callId: claimed.callId },
        });
        await dispatch.placed(claimed, callId, lease());
      } catch (err) {
        const fields = { tenantId, campaignId: campaign.id, row, attempt };
        const notStored = (failure: unknown) =>
          log.warn(
            { ...fields, err: failure },
            'campaign call may have been placed, but was not stored; will be looked up within a minute',
          );
        if (!(err instanceof AppError)) return notStored(err);
        log.info({ ...fields, code: err.code }, 'call of a campaign not placed');
        await refused(claimed, err).catch(notStored);
      }
    },
  };
}
