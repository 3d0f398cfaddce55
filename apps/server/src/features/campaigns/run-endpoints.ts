import { type Campaign, campaignStates, type Recipient, recipientWaits } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Caller } from '../../ports/caller.ts';
import type { CampaignCalls, CampaignDispatch, CampaignRuns, NotStarted } from '../../ports/campaign-runs.ts';
import type { CampaignStore } from '../../ports/campaigns.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { accountOf, paceWithin } from './account.ts';
import { type Claims, decideClaims } from './claim-decisions.ts';
import { throwNoRow, throwNotFound } from './endpoints.ts';
import { machineOrderOf, type PlaceAttempts } from './place-attempts.ts';
import { instructionsOf } from './read-row.ts';
import { breakerFigures } from './running/breaker.ts';
import { isPastLastDay } from './running/last-day.ts';
import { pretendedMs } from './running/open-times.ts';
import { slowedBy } from './running/slowed-by.ts';
import { leaseMs } from './settle-attempts.ts';
import type { TypicalLength } from './typical-length.ts';

export type RunEndpoints = Pick<
  Endpoints,
  | 'startCampaign'
  | 'pauseCampaign'
  | 'resumeCampaign'
  | 'stopCampaign'
  | 'testCampaign'
  | 'getCampaignProgress'
  | 'listCampaignEvents'
  | 'getRecipient'
  | 'holdRecipient'
  | 'releaseRecipient'
  | 'skipRecipient'
  | 'callRecipient'
>;

export interface RunDeps {
  readonly campaigns: Pick<CampaignStore, 'get' | 'recipients'>;
  readonly runs: CampaignRuns;
  readonly dispatch: Pick<CampaignDispatch, 'claim' | 'liveCalls' | 'spent'>;
  readonly attempts: PlaceAttempts;
  readonly calls: CampaignCalls;
  readonly organizations: Organizations;
  readonly typicalLength: TypicalLength;
  readonly clock: Clock;
}

export function runEndpoints(deps: RunDeps): RunEndpoints {
  const { campaigns, runs, calls, clock } = deps;
  const campaignOf = async (tenantId: string, id: string) =>
    (await campaigns.get(tenantId, id)) ?? throwNotFound();

  const change =
    (what: 'hold' | 'release' | 'skip') =>
    async (
      { caller, params }: { caller: Caller; params: { id: string; row: string } },
      until: Date | null = null,
    ) => {
      const changed = await runs.changeRow(caller, params.id, rowOf(params.row), what, clock.now(), until);
      if (changed === 'missing') throwNotFound();
      if (changed === 'no_row') throwNoRow();
      if (changed === 'campaign_state') throw wrongState('The campaign is over.');
      if (changed === 'row_state') throw wrongRow();
      return { recipient: changed };
    };

  return {
    startCampaign: async ({ caller, params, body }) => {
      const { revision, at, ground, pretend = null } = body;
      const { tenantId } = caller;
      const side = calls.side(tenantId);
      if (pretend !== null && side === 'real')
        throw new AppError('invalid_request', 'Only the sandbox can pretend a time of day.');
      const now = clock.now();
      const begins = at === null || new Date(at) < now ? now : new Date(at);
      const { timeZone } = await deps.organizations.of(tenantId);
      const started = await runs.start(caller, params.id, {
        ...{ revision, ground, at: at === null ? null : new Date(at), now, side },
        pretendMs: pretend === null ? null : pretendedMs(pretend, timeZone, begins),
      });
      if (typeof started === 'string') throw notStarted(started);
      return { campaign: started };
    },

    pauseCampaign: async ({ caller, params }) => {
      const paused = await runs.pause(caller, params.id, clock.now());
      if (paused === 'missing') throwNotFound();
      if (paused === 'state') throw wrongState('The campaign does not run, so it cannot be paused.');
      return { campaign: paused };
    },

    resumeCampaign: async ({ caller, params }) => {
      await refuseToPauseAgain(deps, caller.tenantId, await campaignOf(caller.tenantId, params.id));
      const resumed = await runs.resume(caller, params.id, calls.side(caller.tenantId), clock.now());
      switch (resumed) {
        case 'missing':
          return throwNotFound();
        case 'state':
          throw wrongState('The campaign is not paused, so it cannot be resumed.');
        case 'other_side':
          throw new AppError('campaign_other_side', otherSideSentence);
        case 'agent_archived':
          throw new AppError(
            'agent_archived',
            'The agent of the campaign is archived and makes no new calls.',
          );
        default:
          return { campaign: resumed };
      }
    },

    stopCampaign: async ({ caller, params, body }) => {
      const stopped = await runs.stop(caller, params.id, { endCalls: body.now, now: clock.now() });
      if (stopped === 'missing') throwNotFound();
      if (stopped === 'state') throw wrongState('The campaign was never started.');
      if (body.now) {
        const live = await deps.dispatch.liveCalls(caller.tenantId, stopped.id);
        // What is not ended here, the dispatcher ends.
        await Promise.allSettled(live.map((callId) => calls.end(caller, callId)));
      }
      return { campaign: stopped };
    },

    testCampaign: async ({ caller, params, headers, body }) => {
      const order = {
        ...{ caller, phoneNumber: body.phoneNumber, idempotencyKey: headers['idempotency-key'] ?? null },
        test: { campaignId: params.id, row: body.row, callId: calls.newId() },
      };
      const found = await rowToTest(campaigns, caller.tenantId, params.id, body.row).catch(wasRefused);
      if (found instanceof AppError) {
        const earlier = await calls.repeated(order);
        if (!earlier) throw found;
        return { callId: earlier.callId };
      }
      const { campaign, recipient } = found;
      const { agentId, agentVersion, templateId, purpose } = campaign;
      const { callId } = await calls.place({
        ...{ ...order, agentId, agentVersion, templateId, purpose, campaign: null },
        message: instructionsOf(campaign, recipient.cells),
        onMachine: machineOrderOf(campaign),
      });
      // One that is repeated was noted before.
      if (callId === order.test.callId)
        await runs.note(caller, campaign.id, 'tested', recipient.row, clock.now());
      return { callId };
    },

    getCampaignProgress: async ({ caller, params }) => {
      const now = clock.now();
      const found = (await runs.progress(caller.tenantId, params.id, now)) ?? throwNotFound();
      const { campaign, recent, breakerSince, due, lastDialAt, lines: inUse, ...progress } = found;
      const { atOnce, breaker } = campaign.policy;
      const account = await accountOf(calls, caller.tenantId, campaign);
      const { lines } = account;
      const within = paceWithin(campaign.policy, account);
      const isDue = due && campaign.state === 'running';
      return {
        progress: {
          ...progress,
          breaker: breakerFigures(recent, breakerSince ?? new Date(0), breaker),
          atOnce: within.atOnce,
          slowedBy: slowedBy({
            ...{ now, due: isDue, lastDialAt, atOnce, lines, perMinute: within.perMinute },
            ...inUse,
          }),
        },
      };
    },

    listCampaignEvents: async ({ caller, params, query }) =>
      (await runs.events(caller.tenantId, params.id, query)) ?? throwNotFound(),

    getRecipient: async ({ caller, params }) => {
      await campaignOf(caller.tenantId, params.id);
      return (await runs.recipient(caller.tenantId, params.id, rowOf(params.row))) ?? throwNoRow();
    },

    holdRecipient: (asked) => change('hold')(asked, asked.body?.until ? new Date(asked.body.until) : null),
    releaseRecipient: (asked) => change('release')(asked),
    skipRecipient: (asked) => change('skip')(asked),

    callRecipient: async ({ caller, params }) => {
      const { tenantId } = caller;
      const campaign = await campaignOf(tenantId, params.id);
      const recipient = await callNow(deps, tenantId, campaign.id, rowOf(params.row));
      await runs.note(caller, campaign.id, 'called', recipient.row, clock.now());
      return { recipient };
    },
  };
}

async function rowToTest(
  campaigns: RunDeps['campaigns'],
  tenantId: string,
  id: string,
  row: number | null,
): Promise<{ readonly campaign: Campaign; readonly recipient: Recipient }> {
  const campaign = (await campaigns.get(tenantId, id)) ?? throwNotFound();
  const query = row === null ? ({ after: 0, state: 'pending' } as const) : { after: row - 1 };
  const [recipient] = (await campaigns.recipients(tenantId, id, { ...query, limit: 1 }))?.recipients ?? [];
  if (row !== null && recipient?.row !== row) throwNoRow();
  if (!recipient) throw notStarted('nobody');
  return { campaign, recipient };
}

function wasRefused(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** A campaign that would be paused again within seconds is not resumed, until somebody has changed why. */
async function refuseToPauseAgain(
  { dispatch, organizations, clock }: RunDeps,
  tenantId: string,
  { id, state, policy }: Campaign,
): Promise<void> {
  if (state !== 'paused') return;
  const { timeZone } = await organizations.of(tenantId);
  if (isPastLastDay(policy, timeZone, clock.now()))
    throw new AppError('campaign_last_day_over', lastDaySentence);
  if (policy.budgetMicros !== null && (await dispatch.spent(tenantId, id)) >= policy.budgetMicros)
    throw new AppError('campaign_budget_spent', budgetSentence);
}

/** Past the others, but not past the gate. */
async function callNow(
  { runs, dispatch, attempts, calls, campaigns, clock, typicalLength }: RunDeps,
  tenantId: string,
  id: string,
  row: number,
): Promise<Recipient> {
  const now = clock.now();
  const campaign = (await campaigns.get(tenantId, id)) ?? throwNotFound();
  const { lines } = await accountOf(calls, tenantId, campaign);
  const typicalMs = await typicalLength(tenantId);
  const order = { now, leaseUntil: new Date(now.getTime() + leaseMs), limit: 1, row };
  let claims: Claims = { decisions: [], bucket: null, full: null };
  const claimed = await dispatch.claim(tenantId, id, order, (candidates, context) => {
    const pace = campaign.policy.perMinute;
    const rules = { now: clock.now(), lines, bucket: null, pace, typicalMs, newId: calls.newId };
    claims = decideClaims(candidates, context, rules);
    return claims.decisions;
  });
  if (claimed === null) throw wrongState('The campaign does not run, so nobody can be called.');
  for (const each of claimed) await calls.byHand(() => attempts.place(each));
  const { recipient } = (await runs.recipient(tenantId, id, row)) ?? throwNoRow();
  const [decision] = claims.decisions;
  const refused =
    decision && !decision.dial ? decision : claims.full && !claims.full.dial ? claims.full : null;
  if (refused) throw waits(refused.reason);
  if (claimed.length === 0) throw wrongRow();
  if (recipient.state === 'pending' && recipient.waits) throw waits(recipient.waits.reason);
  return recipient;
}

function waits(reason: keyof typeof recipientWaits): AppError {
  return new AppError('recipient_waits', `${recipientWaits[reason]} Nobody was called.`, {
    details: { reason },
  });
}

function rowOf(text: string): number {
  return /^\d{1,8}$/.test(text) ? Number(text) : throwNoRow();
}

const lastDaySentence =
  'The last day of the campaign has passed. Choose a later day among its hours and pace, or none, then resume it.';
const budgetSentence =
  'The budget of the campaign is spent. Raise it among its hours and pace, or take it out, then resume it.';
const otherSideSentence =
  'The campaign was started on the other side: one that was started in the sandbox makes no real calls, and the reverse. Switch back, or make a campaign of its own.';

function wrongState(sentence: string): AppError {
  return new AppError('campaign_state', sentence);
}

function wrongRow(): AppError {
  return new AppError('recipient_state', 'This cannot be done with the row as it is now. Load it again.');
}

function notStarted(why: NotStarted): AppError {
  switch (why) {
    case 'missing':
      return throwNotFound();
    case 'changed':
      return new AppError('campaign_changed', 'Somebody else has changed the campaign. Load it again.');
    case 'state':
      return wrongState(
        `The campaign was started before. It is not a ${campaignStates.draft.toLowerCase()}.`,
      );
    case 'nobody':
      return new AppError('campaign_not_ready', 'The campaign has nobody who can be called.');
    case 'incomplete':
      return new AppError(
        'campaign_not_ready',
        'The file of the campaign was not sent to its end. Send it again.',
      );
    case 'no_agent':
      return new AppError('agent_not_found', 'There is no such agent.');
    case 'agent_archived':
      return new AppError('agent_archived', 'The agent of the campaign is archived and makes no new calls.');
    case 'agent_not_published':
      return new AppError(
        'agent_not_published',
        'The agent of the campaign was never published, so it makes no calls. Publish it first.',
      );
  }
}
