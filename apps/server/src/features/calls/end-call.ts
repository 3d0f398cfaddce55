import { type Call, isTerminal } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SessionCommands } from '../../ports/session-commands.ts';
import type { LiveSessions } from '../../voice/live-sessions.ts';
import type { Background } from './background.ts';
import type { CallLifecycle } from './call-lifecycle.ts';
import type { CallTimes } from './call-times.ts';
import type { Carriers } from './carriers.ts';
import { commandTimesOf } from './command-call.ts';
import { refusalError } from './refusals.ts';

export interface EndCallDeps {
  readonly store: CallStore;
  readonly carriers: Carriers;
  readonly life: CallLifecycle;
  readonly sessions: LiveSessions;
  readonly commands: SessionCommands;
  readonly background: Background;
  readonly clock: Clock;
  readonly times: CallTimes;
}

/** Asks the carrier to hang up and waits for the result. A request that cannot be carried out now is stored and done later. */
export function createEndCall(deps: EndCallDeps) {
  const { store, carriers, life, sessions, commands, background, clock, times } = deps;
  return async (caller: Caller, id: string): Promise<Call> => {
    const { tenantId } = caller;
    // A try is ended by whoever began it, and by another route.
    const found = await store.find({ id, tenantId });
    if (found && found.mode !== 'live') throw callNotFound();
    const requested = await life.apply(
      { id, tenantId },
      { type: 'end_requested', reason: null, at: clock.now() },
      { audit: { actor: caller.userId, action: 'call.ended' } },
    );
    if (!requested) throw callNotFound();
    // The session stops at once and stores the transcript so far; the carrier ends the call in any case.
    if (!sessions.send(id, { type: 'control.hangup' })) stopElsewhere(caller, id);
    const isLive = !isTerminal(requested.call.status) && requested.call.carrierSid !== null;
    const carrier = carriers.of(requested.call);
    if (isLive && carrier) await hangUp(requested.call, carrier);
    const call = (await store.get(tenantId, id)) ?? missing();
    if (!carrier && !isTerminal(call.status)) throw notConnected();
    return call;
  };

  /** The session may be live on another server. Nobody waits for it, because the carrier's answer counts. */
  function stopElsewhere({ tenantId, userId }: Caller, callId: string): void {
    void background.run({ task: 'stopping a session on another server', callId }, () =>
      commands.send({ tenantId, callId }, { kind: 'end' }, userId, commandTimesOf(times)),
    );
  }

  async function hangUp(call: CallRecord, carrier: Carrier): Promise<void> {
    const outcome = await life.endAtCarrier(call);
    if (outcome?.kind === 'refused') throw refusalError(outcome.refusal.reason);
    const deadline = clock.now().getTime() + times.endWait;
    while (clock.now().getTime() < deadline && !(await isOver(call.id))) {
      await new Promise<void>((resolve) => clock.after(times.endPoll, resolve));
      await refresh(call, carrier);
    }
  }

  async function refresh({ carrierSid, id }: CallRecord, carrier: Carrier): Promise<void> {
    if (carrierSid === null) return;
    const found = await carrier.fetch(carrierSid);
    if (found.kind === 'found') await life.applyUpdate(carrier, found.call, id);
  }

  /** Ended, with its duration known if it has one. */
  async function isOver(id: string): Promise<boolean> {
    const now = await store.find({ id });
    return !now || (isTerminal(now.status) && (now.status !== 'completed' || now.duration !== null));
  }
}

export function callNotFound(): AppError {
  return new AppError('call_not_found', 'Call not found');
}

/** The request is stored all the same: a server that is connected to the carrier carries it out. */
function notConnected(): AppError {
  return new AppError(
    'carrier_not_connected',
    'This server is not connected to the phone account of this call. The request is stored, and the call ends as soon as a server that is connected carries it out.',
  );
}

function missing(): never {
  throw callNotFound();
}
