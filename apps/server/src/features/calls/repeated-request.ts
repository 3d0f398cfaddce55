import { isTerminal } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CallTimes } from './call-times.ts';
import type { Reconcile } from './reconcile.ts';
import { isRefusalReason, refusalError } from './refusals.ts';

export interface RepeatedRequestDeps {
  readonly store: CallStore;
  readonly reconcile: Reconcile;
  readonly clock: Clock;
  readonly times: CallTimes;
}

/** Nothing was dialled and the key is released, so the same request can be repeated. */
export const callNotSent = () =>
  new AppError('call_not_sent', 'The call could not be sent in time. Please try again.');

/**
 * A repeated request gets the result of the first: it waits for it, up to a limit. A call that is still not sent by then is
 * given up first, so that it is not reported as placed.
 */
export async function resultOfFirstRequest(deps: RepeatedRequestDeps, callId: string): Promise<void> {
  const { clock, times } = deps;
  const deadline = clock.now().getTime() + times.repeatWait;
  for (let gaveUp = false; ; ) {
    const late = clock.now().getTime() >= deadline;
    const call = await deps.store.find({ id: callId });
    if (!call || call.carrierSid !== null) return;
    if (isRefusalReason(call.reason)) throw refusalError(call.reason);
    if (call.reason === 'never_sent') throw callNotSent();
    if (isTerminal(call.status) || (late && call.sendingAt !== null)) return;
    // This server may not give it up: it belongs to an account that this server is not connected to.
    if (late && gaveUp) throw callNotSent();
    const abandoned = clock.now().getTime() - call.createdAt.getTime() > times.notSent;
    if (call.sendingAt === null && (late || abandoned)) {
      await deps.reconcile.byId(callId);
      gaveUp = true;
    }
    await new Promise<void>((resolve) => clock.after(times.repeatPoll, resolve));
  }
}
