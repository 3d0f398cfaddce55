import { isTerminal } from '@parley/contract';
import { countReconciled } from '../../lib/metrics/metrics.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore, UnfinishedCalls } from '../../ports/call-store.ts';
import type { Carrier, CarrierCall } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import type { CallTimes } from './call-times.ts';
import { type Carriers, isCertainlyOwn } from './carriers.ts';

export interface ReconcileDeps {
  readonly store: CallStore;
  readonly unfinished: UnfinishedCalls;
  readonly carriers: Carriers;
  readonly life: CallLifecycle;
  readonly clock: Clock;
  readonly times: CallTimes;
  readonly log: Log;
}

/** The carrier's clock may differ from ours by this much, and it reports whole seconds. */
const clockSkewMs = 10_000;

/** Compares one unfinished call with the carrier. */
export interface Reconcile {
  one(call: CallRecord): Promise<void>;
  byId(id: string): Promise<void>;
}

export function createReconcile(deps: ReconcileDeps): Reconcile {
  const { store, unfinished, carriers, life, clock, times, log } = deps;

  async function one(call: CallRecord): Promise<void> {
    const carrier = carriers.of(call);
    if (!carrier) return (await isAbandoned(call)) ? giveUp(call, 'unknown_to_carrier') : undefined;
    if (call.carrierSid !== null) return compare(carrier, call, call.carrierSid);
    if (call.sendingAt === null) return giveUp(call, 'never_sent');
    return lookFor(carrier, call, call.sendingAt);
  }

  async function compare(carrier: Carrier, call: CallRecord, sid: string): Promise<void> {
    const found = await carrier.fetch(sid);
    switch (found.kind) {
      case 'unavailable':
        log.warn(
          { callId: call.id, detail: found.detail },
          'call could not be fetched from the carrier; will be retried in the next round',
        );
        return;
      case 'missing':
        if (!isCertainlyOwn(call, carrier))
          return (await isAbandoned(call)) ? giveUp(call, 'unknown_to_carrier') : undefined;
        if (age(call.sendingAt ?? call.createdAt) > times.missing) return giveUp(call, 'unknown_to_carrier');
        return unfinished.markChecked(call.id, clock.now());
      case 'found': {
        const applied = await life.applyUpdate(carrier, found.call, call.id);
        const now = applied.kind === 'ours' ? applied.call : call;
        countReconciled(call.status, now.status);
        if (!isTerminal(now.status) && now.endRequestedAt !== null) await life.endAtCarrier(now);
        return unfinished.markChecked(call.id, clock.now());
      }
    }
  }

  /** Takes over a call at the carrier only if the match is certain; otherwise a callback, which carries our id, decides. */
  async function lookFor(carrier: Carrier, call: CallRecord, sendingAt: Date): Promise<void> {
    const { to, from } = call;
    if (to === null || from === null) return giveUp(call, 'unconfirmed');
    const view = await compareBoth(carrier, { to, from, since: new Date(sendingAt.getTime() - clockSkewMs) });
    if (view.kind === 'unavailable') {
      log.warn(
        { callId: call.id, detail: view.detail },
        'the carrier could not be searched for a call; the next round searches again',
      );
      return;
    }
    const late = isLate(call);
    const timing = { late, allLate: view.kind === 'stable' && view.waiting.every(isLate) };
    const match = view.kind === 'stable' ? matchOf(call, view.waiting, view.free, timing) : null;
    if (match) {
      log.info(
        { callId: call.id, sid: match.sid },
        'unconfirmed call found at the carrier; the call continues',
      );
      const applied = await life.applyUpdate(carrier, match, call.id);
      if (applied.kind === 'ours') countReconciled(call.status, applied.call.status);
    } else if (!isCertainlyOwn(call, carrier)) {
      if (await isAbandoned(call)) await giveUp(call, 'unconfirmed');
    } else if (
      view.kind === 'stable' &&
      wasLookedForLate(call, sendingAt) &&
      (timing.allLate || view.free.length === 0)
    ) {
      await giveUp(call, 'unconfirmed');
    } else await unfinished.markChecked(call.id, clock.now());
  }

  /**
   * Reads the rows that wait for a sid and the carrier's calls that no row owns. If the waiting rows change meanwhile,
   * both are read again, up to three times; nothing is concluded from a view that keeps changing.
   */
  async function compareBoth(
    carrier: Carrier,
    search: { to: string; from: string; since: Date },
  ): Promise<View> {
    for (let tries = 0; tries < 3; tries += 1) {
      const waiting = await unfinished.awaitingSid(carrier, search);
      const found = await carrier.find(search);
      if (found.kind === 'unavailable') return found;
      const owned = await unfinished.knownSids(found.calls.map(({ sid }) => sid));
      const still = await unfinished.awaitingSid(carrier, search);
      if (idsOf(waiting) !== idsOf(still)) continue;
      return { kind: 'stable', waiting, free: found.calls.filter(({ sid }) => !owned.has(sid)).toReversed() };
    }
    return { kind: 'changing' };
  }

  async function giveUp(
    call: CallRecord,
    reason: 'never_sent' | 'unconfirmed' | 'unknown_to_carrier',
  ): Promise<void> {
    log.warn(
      { callId: call.id, reason },
      'unfinished call marked as failed: never sent, or not confirmed by the carrier; see reason',
    );
    const more = reason === 'never_sent' ? { releaseKey: true } : {};
    const given = await life.apply({ id: call.id }, { type: 'given_up', reason, at: clock.now() }, more);
    if (given?.changed) countReconciled(call.status, given.call.status);
  }

  const isLate = ({ sendingAt }: CallRecord): boolean => sendingAt !== null && age(sendingAt) > times.lookup;
  /** The carrier's reads lag behind: one that shows no trace of a call has to be followed by another one. */
  const wasLookedForLate = ({ checkedAt }: CallRecord, sendingAt: Date): boolean =>
    checkedAt.getTime() - sendingAt.getTime() > times.lookup;
  /** By the clock of the database, too: a server whose own clock is hours ahead must not fail the calls of others. */
  const isAbandoned = async ({ id, checkedAt }: CallRecord): Promise<boolean> =>
    age(checkedAt) > times.abandoned && unfinished.isUntouched(id, times.abandoned);
  const age = (since: Date): number => clock.now().getTime() - since.getTime();

  return {
    one,
    byId: async (id) => {
      const call = await store.find({ id });
      if (call && !isTerminal(call.status)) await one(call);
    },
  };
}

type View =
  | { readonly kind: 'stable'; readonly waiting: CallRecord[]; readonly free: readonly CarrierCall[] }
  | { readonly kind: 'changing' }
  | { readonly kind: 'unavailable'; readonly detail: string };

function idsOf(calls: readonly CallRecord[]): string {
  return calls.map(({ id }) => id).join();
}

/**
 * Matches rows and calls by position; both lists are oldest first. One row and one call match at once. Several rows
 * and as many calls match when the time of this row is up. If there are fewer calls than rows, the oldest rows get
 * them when the time of all rows is up. More calls than rows are never matched.
 */
export function matchOf(
  call: Pick<CallRecord, 'id'>,
  waiting: readonly Pick<CallRecord, 'id'>[],
  free: readonly CarrierCall[],
  { late, allLate }: { readonly late: boolean; readonly allLate: boolean },
): CarrierCall | null {
  if (waiting.length < free.length || (waiting.length > free.length && !allLate)) return null;
  if (waiting.length > 1 && !late) return null;
  return free[waiting.findIndex(({ id }) => id === call.id)] ?? null;
}
