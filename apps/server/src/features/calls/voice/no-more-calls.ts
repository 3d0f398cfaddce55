import type { CallRecord } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DoNotCallList } from '../../../ports/do-not-call.ts';
import { otherParty } from './brief.ts';

export interface NoMoreCallsDeps {
  readonly doNotCall: Pick<DoNotCallList, 'add'>;
  readonly store: Pick<CallStore, 'change'>;
  readonly clock: Clock;
}

export const noMoreCallsEvent = 'do_not_call';

/**
 * The other party has asked for no more calls: their number goes on the list. The call's history says so afterwards, once,
 * whoever else puts it on the list because of the same call.
 */
export async function addOtherParty(
  { doNotCall, store, clock }: NoMoreCallsDeps,
  call: CallRecord,
  agentId: string,
): Promise<void> {
  const { id, tenantId } = call;
  const number = otherParty(call);
  if (number === null) return;
  await doNotCall.add(tenantId, {
    number,
    source: `call ${id}`,
    callId: id,
    // A number that we dialled belongs to the person who answered; the number that a caller shows can be forged.
    unconfirmed: call.direction === 'inbound',
  });
  await store.change({ id }, () => ({
    at: clock.now(),
    changes: {},
    event: { kind: noMoreCallsEvent, data: {} },
    once: true,
    audit: { actor: `agent ${agentId}`, action: 'do_not_call.added' },
  }));
}
