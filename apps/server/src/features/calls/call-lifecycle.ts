import { isTerminal } from '@parley/contract';
import type { CallRecord, CarrierCallUpdate } from '../../ports/call.ts';
import type { CallChange, CallRef, CallStore, ChangeResult } from '../../ports/call-store.ts';
import type { Carrier, EndOutcome } from '../../ports/carrier.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Background } from './background.ts';
import { type CallEvent, changesOf, isSecondCall } from './call-machine.ts';
import { isOwn } from './own-calls.ts';

export interface CallLifecycleDeps {
  readonly store: CallStore;
  readonly carrier: Carrier;
  readonly clock: Clock;
  readonly background: Background;
  readonly log: Log;
  /** What is left to do when a call has ended. */
  readonly jobsAtEnd: (call: CallRecord) => readonly Job[];
}

/** What became of the carrier's update. */
export type UpdateResult =
  | { readonly kind: 'ours'; readonly call: CallRecord; readonly changed: boolean }
  /** No call of ours, or one that was deleted. */
  | { readonly kind: 'unknown' }
  /** A second call under an id that has one already; it is being hung up. */
  | { readonly kind: 'stranger' };

/** Every event in a call's life goes through here, whoever brings it. */
export class CallLifecycle {
  readonly #deps: CallLifecycleDeps;

  constructor(deps: CallLifecycleDeps) {
    this.#deps = deps;
  }

  async apply(
    ref: CallRef,
    event: CallEvent,
    more: Pick<CallChange, 'audit' | 'releaseKey'> = {},
  ): Promise<ChangeResult | null> {
    let before: CallRecord | undefined;
    const result = await this.#deps.store.change(ref, (call) => {
      before = call;
      const changes = this.#concerns(call, event) ? changesOf(call, event) : null;
      if (!changes) return null;
      const jobs = this.#jobsFor(call, { ...call, ...changes });
      return { at: this.#deps.clock.now(), changes, event: lineOf(event), jobs, ...more };
    });
    if (result?.changed && before) this.#followUp(before, result.call);
    return result;
  }

  /**
   * The carrier's sid says which call it is; our id, carried in the callback, says so only while the sid is new to
   * us. So a call that was taken for another one is still led to its end under one row.
   */
  async applyUpdate(update: CarrierCallUpdate, callId: string | null): Promise<UpdateResult> {
    return this.#route(update.sid, callId, { type: 'carrier', update }, update.status === 'in-progress');
  }

  /** The answer to our own request to dial: the call is known already, and in most cases nobody else has its sid. */
  async applyPlaced(update: CarrierCallUpdate, ref: CallRef & { id: string }): Promise<UpdateResult> {
    const placed = await this.apply(ref, { type: 'carrier', update });
    return placed?.call.carrierSid === update.sid
      ? { kind: 'ours', ...placed }
      : this.applyUpdate(update, ref.id);
  }

  async applyAmdResult(
    verdict: { sid: string; answeredBy: string },
    callId: string | null,
  ): Promise<UpdateResult> {
    const event: CallEvent = { type: 'detected', at: this.#deps.clock.now(), ...verdict };
    return this.#route(verdict.sid, callId, event, true);
  }

  /** Hangs up at the carrier and hears what it says to that. The request is stored before, so nothing is lost. */
  async endAtCarrier(call: CallRecord): Promise<EndOutcome | null> {
    if (call.carrierSid === null || isTerminal(call.status)) return null;
    // Stored it is; the server that is connected to the call's carrier carries it out.
    if (!isOwn(call, this.#deps.carrier)) return null;
    const outcome = await this.#deps.carrier.end(call.carrierSid, call.status === 'in-progress');
    if (outcome.kind === 'accepted') await this.applyUpdate(outcome.call, call.id);
    return outcome;
  }

  async #route(
    sid: string,
    callId: string | null,
    event: CallEvent,
    answered: boolean,
  ): Promise<UpdateResult> {
    const known = await this.apply({ sid }, event);
    if (known) return { kind: 'ours', ...known };
    if (callId === null) return { kind: 'unknown' };
    const named = await this.apply({ id: callId }, event);
    if (!named) return { kind: 'unknown' };
    if (named.call.carrierSid === sid) return { kind: 'ours', ...named };
    if (!isSecondCall(named.call, sid)) return this.#whoTookIt(sid, event);
    this.#endUnwanted(sid, callId, answered);
    return { kind: 'stranger' };
  }

  /** Between our two looks another row has taken the sid. */
  async #whoTookIt(sid: string, event: CallEvent): Promise<UpdateResult> {
    const taken = await this.apply({ sid }, event);
    return taken ? { kind: 'ours', ...taken } : { kind: 'unknown' };
  }

  /** What our carrier says is about its own calls, whatever id it carries. */
  #concerns(call: CallRecord, event: CallEvent): boolean {
    const isUpdate = event.type === 'carrier' || event.type === 'detected';
    return !isUpdate || isOwn(call, this.#deps.carrier);
  }

  #jobsFor(before: CallRecord, after: CallRecord): readonly Job[] {
    return isTerminal(after.status) && !isTerminal(before.status) ? this.#deps.jobsAtEnd(after) : [];
  }

  #endUnwanted(sid: string, callId: string, answered: boolean): void {
    this.#deps.log.warn({ callId, sid }, 'the carrier has a second call for one request; hanging it up');
    void this.#deps.background.run({ task: 'hanging up a second call', callId }, () =>
      this.#deps.carrier.end(sid, answered),
    );
  }

  /** A request to end waits for the sid, and is carried out the moment both are there. */
  #followUp(before: CallRecord, call: CallRecord): void {
    if (call.endRequestedAt === null || call.carrierSid === null || isTerminal(call.status)) return;
    const news = before.carrierSid === null || before.endRequestedAt === null;
    const askedByPerson = before.endRequestedAt === null && call.reason === null;
    // Whoever asks from the desk waits for the carrier's answer and hangs up there.
    if (news && !askedByPerson) {
      void this.#deps.background.run({ task: 'hanging up', callId: call.id }, () => this.endAtCarrier(call));
    }
  }
}

/** What stands in the life of the call; numbers and words stay out of it. */
function lineOf(event: CallEvent): CallChange['event'] {
  switch (event.type) {
    case 'carrier': {
      const { sid, status, duration } = event.update;
      return { kind: status, data: { sid, ...(duration !== null && { duration }) } };
    }
    case 'detected':
      return { kind: 'detected', data: { answeredBy: event.answeredBy } };
    case 'sending':
      return { kind: 'sending', data: {} };
    default:
      return { kind: event.type, data: { reason: event.reason } };
  }
}
