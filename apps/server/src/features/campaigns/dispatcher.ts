import type { Campaign } from '@parley/contract';
import type { ActiveCampaign, CampaignCalls, CampaignDispatch, Claimed } from '../../ports/campaign-runs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExclusiveWork } from '../../ports/exclusive.ts';
import type { Log } from '../../ports/log.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import { accountOf } from './account.ts';
import { type Claims, decideClaims } from './claim-decisions.ts';
import { callerOf, type PlaceAttempts } from './place-attempts.ts';
import { isPastLastDay } from './running/last-day.ts';
import { type Bucket, newBucket, ready } from './running/pace.ts';
import { leaseMs } from './settle-attempts.ts';
import type { TypicalLength } from './typical-length.ts';

export interface DispatcherDeps {
  readonly dispatch: CampaignDispatch;
  readonly calls: CampaignCalls;
  readonly attempts: PlaceAttempts;
  readonly organizations: Organizations;
  readonly typicalLength: TypicalLength;
  readonly exclusive: ExclusiveWork;
  readonly clock: Clock;
  readonly log: Log;
}

const tickMs = 250;
/** While no campaign runs, and where another server is the dispatcher. */
const idleMs = 1_000;
/** The lock is taken anew from time to time: one whose connection broke is noticed. */
const lockMs = 10_000;
const recoverEveryMs = 5_000;
const budgetEveryMs = 5_000;
/** Of a campaign in one transaction. */
const batch = 50;
/** People who cannot be called now are put aside until so many batches are done; the next tick goes on. */
const batchesOfTick = 4;
const expiredAtOnce = 100;

/**
 * Calls the people of all campaigns, on one server of the deployment at a time. Nothing is kept here but tokens: another
 * server goes on where this one died. It would do no harm if two did it at once, besides calling faster.
 */
export class CampaignDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #buckets = new Map<string, Bucket>();
  /** When it is looked at next what was spent, by the clock that measures. */
  readonly #budgetsAt = new Map<string, number>();
  readonly #placing = new Set<Promise<void>>();
  /** Each begins an attempt that was claimed and waits for its moment. */
  readonly #begin = new Set<() => void>();
  #recoveredAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => {};
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#next(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#running;
    await this.placed();
  }

  /** Places at once what was claimed so far. A server that stops is refused it, and whoever was claimed waits again. */
  async placed(): Promise<void> {
    for (const begin of this.#begin) begin();
    await Promise.all(this.#placing);
  }

  #next(ms: number): void {
    if (this.#stopped) return;
    this.#cancel = this.#deps.clock.after(ms, () => {
      this.#running = this.#turn().then((again) => this.#next(again));
    });
  }

  /** Returns after how long it is tried again. */
  async #turn(): Promise<number> {
    const { exclusive, log } = this.#deps;
    try {
      return (await exclusive.run('campaigns', () => this.#work())) ? 0 : idleMs;
    } catch (err) {
      log.warn({ err }, 'running campaigns could not be read from the database; will be retried in a second');
      return idleMs;
    }
  }

  async #work(): Promise<void> {
    const { clock } = this.#deps;
    const until = clock.time() + lockMs;
    while (!this.#stopped && clock.time() < until) {
      const isBusy = await this.tick();
      await this.#wait(isBusy ? tickMs : idleMs);
    }
  }

  #wait(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#deps.clock.after(ms, resolve);
      this.#cancel = () => {
        cancel();
        resolve();
      };
    });
  }

  /** One look at all campaigns. False: there is none that does something. */
  async tick(): Promise<boolean> {
    const { dispatch, clock, log } = this.#deps;
    await this.#recover(clock.now());
    const active = await dispatch.active(clock.now());
    for (const known of [this.#buckets, this.#budgetsAt])
      for (const id of known.keys()) if (!active.some(({ campaign }) => campaign.id === id)) known.delete(id);
    for (const each of active) {
      if (this.#stopped) break;
      // Read anew for each: a server may be suspended in between.
      await this.#step(each, clock.now(), active).catch((err: unknown) =>
        log.error(
          { err, tenantId: each.tenantId, campaignId: each.campaign.id },
          'unexpected error in a campaign; will be retried in a second',
        ),
      );
    }
    return active.length > 0;
  }

  /** Attempts of which nothing was heard: their server died, or the end of the call was never told. */
  async #recover(now: Date): Promise<void> {
    const { dispatch, attempts, log } = this.#deps;
    if (now.getTime() - this.#recoveredAt < recoverEveryMs) return;
    this.#recoveredAt = now.getTime();
    for (const attempt of await dispatch.expired(now, expiredAtOnce))
      await attempts
        .look(attempt)
        .catch((err: unknown) =>
          log.error(
            { err, tenantId: attempt.tenantId, callId: attempt.callId },
            'result of a campaign call could not be looked up; will be retried',
          ),
        );
  }

  async #step(active: ActiveCampaign, now: Date, all: readonly ActiveCampaign[]): Promise<void> {
    const { dispatch } = this.#deps;
    const { tenantId, campaign } = active;
    switch (campaign.state) {
      case 'scheduled':
        if (campaign.startAt !== null && new Date(campaign.startAt) <= now)
          await dispatch.begin(tenantId, campaign.id, now);
        return;
      case 'stopping':
        if (active.stopNow) await this.#endCalls(tenantId, campaign);
        if (!active.unfinished) await dispatch.finish(tenantId, campaign.id, now);
        return;
      case 'running':
        if (!active.unfinished) return dispatch.finish(tenantId, campaign.id, now);
        if (await this.#isPastEnd(tenantId, campaign, now)) {
          await dispatch.pauseFor(tenantId, campaign.id, 'end_date', campaign.policy.endsOn ?? '', now);
          return;
        }
        if (await this.#isSpent(tenantId, campaign)) {
          await dispatch.pauseFor(tenantId, campaign.id, 'budget', String(campaign.policy.budgetMicros), now);
          return;
        }
        if (isCalling(active)) await this.#claim(tenantId, campaign, sharing(active, all));
    }
  }

  async #isPastEnd(tenantId: string, { policy }: Campaign, now: Date): Promise<boolean> {
    if (policy.endsOn === null) return false;
    return isPastLastDay(policy, (await this.#deps.organizations.of(tenantId)).timeZone, now);
  }

  /** Looked at now and then: it adds up all calls of the campaign, which may take a hundredth of the time. */
  async #isSpent(tenantId: string, { id, policy }: Campaign): Promise<boolean> {
    const { dispatch, clock } = this.#deps;
    const began = clock.time();
    if (policy.budgetMicros === null || began < (this.#budgetsAt.get(id) ?? 0)) return false;
    const spent = await dispatch.spent(tenantId, id);
    const took = clock.time() - began;
    this.#budgetsAt.set(id, began + Math.max(budgetEveryMs, 100 * took));
    return spent >= policy.budgetMicros;
  }

  async #endCalls(tenantId: string, campaign: Campaign): Promise<void> {
    const { dispatch, calls, log } = this.#deps;
    for (const callId of await dispatch.liveCalls(tenantId, campaign.id))
      this.#track(
        calls
          .end(callerOf(tenantId, campaign), callId)
          .catch((err: unknown) =>
            log.warn(
              { err, tenantId, callId },
              'a call of a campaign that was stopped could not be ended yet',
            ),
          ),
      );
  }

  async #claim(tenantId: string, campaign: Campaign, among: number): Promise<void> {
    const { dispatch, calls, clock, typicalLength } = this.#deps;
    const { perMinute } = campaign.policy;
    let bucket = this.#buckets.get(campaign.id) ?? newBucket(clock.now());
    if (ready(bucket, clock.now(), perMinute) === 0) return;
    const { lines, callsPerSecond } = await accountOf(calls, tenantId, campaign);
    const typicalMs = await typicalLength(tenantId);
    const pace = callsPerSecond === null ? perMinute : Math.min(perMinute, (callsPerSecond * 60) / among);
    for (let n = 0; n < batchesOfTick; n += 1) {
      let claims: Claims | null = null;
      const at = clock.now();
      const order = { now: at, leaseUntil: new Date(at.getTime() + leaseMs), limit: batch };
      const claimed = await dispatch.claim(tenantId, campaign.id, order, (candidates, context) => {
        const now = clock.now();
        claims = decideClaims(candidates, context, {
          ...{ now, lines, bucket, pace, typicalMs, newId: calls.newId },
        });
        return claims.decisions;
      });
      const { decisions, full, bucket: left } = (claims ?? noClaims) as Claims;
      if (left) bucket = left;
      this.#buckets.set(campaign.id, bucket);
      this.#placeInTurn(claimed ?? []);
      if (full !== null || decisions.length < batch || claimed === null) return;
    }
  }

  /** Spread over the time until the next look: a call by hand does not wait for all of them. */
  #placeInTurn(claimed: readonly Claimed[]): void {
    const { calls, attempts } = this.#deps;
    for (const [n, each] of claimed.entries()) {
      const turn = this.#after((n * tickMs) / claimed.length).then(() => calls.giveWay());
      this.#track(turn.then(() => attempts.place(each)));
    }
  }

  #after(ms: number): Promise<void> {
    if (ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const begin = () => {
        cancel();
        this.#begin.delete(begin);
        resolve();
      };
      const cancel = this.#deps.clock.after(ms, begin);
      this.#begin.add(begin);
    });
  }

  #track(work: Promise<unknown>): void {
    const done: Promise<void> = work.then(() => {
      this.#placing.delete(done);
    });
    this.#placing.add(done);
  }
}

function isCalling({ campaign, due, live }: ActiveCampaign): boolean {
  return campaign.state === 'running' && due && live < campaign.policy.atOnce;
}

/** Among how many campaigns what the account may is shared; at least this one. */
function sharing({ tenantId, campaign }: ActiveCampaign, all: readonly ActiveCampaign[]): number {
  const others = all.filter(
    (other) =>
      other.campaign.id !== campaign.id &&
      other.tenantId === tenantId &&
      other.campaign.side === campaign.side &&
      isCalling(other),
  );
  return 1 + others.length;
}

const noClaims: Claims = { decisions: [], bucket: null, full: null };
