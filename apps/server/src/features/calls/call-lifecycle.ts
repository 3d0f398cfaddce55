import { isTerminal } from '@parley/contract';
import { countCall } from '../../lib/metrics/metrics.ts';
import type { CallRecord, CarrierCallUpdate } from '../../ports/call.ts';
import type { CallChange, CallRef, CallStore, ChangeResult } from '../../ports/call-store.ts';
import type { Carrier, EndOutcome } from '../../ports/carrier.ts';
import type { AmdResult } from '../../ports/carrier-connection.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Background } from './background.ts';
import { type CallEvent, changesOf, isSecondCall } from './call-machine.ts';
import { type Carriers, isOwn } from './carriers.ts';

export interface CallLifecycleDeps {
  readonly store: CallStore;
  readonly carriers: Carriers;
  readonly clock: Clock;
  readonly background: Background;
  readonly log: Log;
  /** Jobs to queue when a call has ended. */
  readonly jobsAtEnd: (call: CallRecord) => readonly Job[];
  /** A try has ended. */
  readonly onTryEnded?: (call: CallRecord) => void;
}

/** How an update of the carrier was applied. */
export type UpdateResult =
  | { readonly kind: 'ours'; readonly call: CallRecord; readonly changed: boolean }
  /** No call of ours, or one that was deleted. */
  | { readonly kind: 'unknown' }
  /** A second call for a row that has one already; it is being hung up. */
  | { readonly kind: 'second-call' };

/** Applies every event of a call, whatever its source. */
export class CallLifecycle {
  readonly #deps: CallLifecycleDeps;

  constructor(deps: CallLifecycleDeps) {
    this.#deps = deps;
  }

  apply(
    ref: CallRef,
    event: CallEvent,
    more: Pick<CallChange, 'audit' | 'releaseKey'> = {},
  ): Promise<ChangeResult | null> {
    return this.#change(ref, event, more, null);
  }

  /** Null also for a call that the carrier has nothing to say about: nothing is changed, whatever id it has sent. */
  async #applyReport(source: Carrier, ref: CallRef, event: CallEvent): Promise<ChangeResult | null> {
    const result = await this.#change(ref, event, {}, source);
    return result && isReportOf(result.call, source) ? result : null;
  }

  async #change(
    ref: CallRef,
    event: CallEvent,
    more: Pick<CallChange, 'audit' | 'releaseKey'>,
    source: Carrier | null,
  ): Promise<ChangeResult | null> {
    let before: CallRecord | undefined;
    const result = await this.#deps.store.change(ref, (call) => {
      before = call;
      const changes = source === null || isReportOf(call, source) ? changesOf(call, event) : null;
      if (!changes) return null;
      const jobs = this.#jobsFor(call, { ...call, ...changes });
      return { at: this.#deps.clock.now(), changes, event: eventRecordOf(event), jobs, ...more };
    });
    if (result?.changed && before) {
      this.#endIfRequested(before, result.call);
      if (hasJustEnded(before, result.call)) {
        if (result.call.mode === 'try') this.#deps.onTryEnded?.(result.call);
        else countCall(result.call);
      }
    }
    return result;
  }

  /**
   * Applies an update to the row that has this sid. Our id from the URL is used only if no row has the sid. So all
   * updates of one call go to one row, even after a wrong match.
   */
  async applyUpdate(
    source: Carrier,
    update: CarrierCallUpdate,
    callId: string | null,
  ): Promise<UpdateResult> {
    const event: CallEvent = { type: 'carrier', update };
    return this.#route(source, { sid: update.sid, callId, answered: update.status === 'in-progress' }, event);
  }

  /** For the answer to our own request to dial: the row is known, and usually no other row has the sid. */
  async applyPlaced(
    source: Carrier,
    update: CarrierCallUpdate,
    ref: CallRef & { id: string },
  ): Promise<UpdateResult> {
    const placed = await this.#applyReport(source, ref, { type: 'carrier', update });
    return placed?.call.carrierSid === update.sid
      ? { kind: 'ours', ...placed }
      : this.applyUpdate(source, update, ref.id);
  }

  async applyAmdResult(source: Carrier, result: AmdResult, callId: string | null): Promise<UpdateResult> {
    const event: CallEvent = { type: 'detected', at: this.#deps.clock.now(), ...result };
    return this.#route(source, { sid: result.sid, callId, answered: true }, event);
  }

  /** Hangs up at the carrier and applies its answer. The request to end is stored before, so it is not lost. */
  async endAtCarrier(call: CallRecord): Promise<EndOutcome | null> {
    if (call.carrierSid === null || isTerminal(call.status)) return null;
    const carrier = this.#deps.carriers.of(call);
    // The request is stored; a server that is connected to the call's carrier carries it out.
    if (!carrier) return null;
    const outcome = await carrier.end(call.carrierSid, call.status === 'in-progress');
    if (outcome.kind === 'accepted') await this.applyUpdate(carrier, outcome.call, call.id);
    return outcome;
  }

  async #route(
    source: Carrier,
    { sid, callId, answered }: { sid: string; callId: string | null; answered: boolean },
    event: CallEvent,
  ): Promise<UpdateResult> {
    const known = await this.#applyReport(source, { sid }, event);
    if (known) return { kind: 'ours', ...known };
    if (callId === null) return { kind: 'unknown' };
    const named = await this.#applyReport(source, { id: callId }, event);
    if (!named) return { kind: 'unknown' };
    if (named.call.carrierSid === sid) return { kind: 'ours', ...named };
    if (!isSecondCall(named.call, sid)) return this.#applyToOwner(source, sid, event);
    this.#endSecondCall(source, sid, callId, answered);
    return { kind: 'second-call' };
  }

  /** Another row took the sid between the two attempts above. */
  async #applyToOwner(source: Carrier, sid: string, event: CallEvent): Promise<UpdateResult> {
    const taken = await this.#applyReport(source, { sid }, event);
    return taken ? { kind: 'ours', ...taken } : { kind: 'unknown' };
  }

  #jobsFor(before: CallRecord, after: CallRecord): readonly Job[] {
    return hasJustEnded(before, after) ? this.#deps.jobsAtEnd(after) : [];
  }

  #endSecondCall(source: Carrier, sid: string, callId: string, answered: boolean): void {
    this.#deps.log.warn({ callId, sid }, 'the carrier has a second call for one request; hanging it up');
    void this.#deps.background.run({ task: 'hanging up a second call', callId }, () =>
      source.end(sid, answered),
    );
  }

  /** A request to end is carried out as soon as the sid is known. */
  #endIfRequested(before: CallRecord, call: CallRecord): void {
    if (call.endRequestedAt === null || call.carrierSid === null || isTerminal(call.status)) return;
    const isNew = before.carrierSid === null || before.endRequestedAt === null;
    const askedByPerson = before.endRequestedAt === null && call.reason === null;
    // When a person asks, the endpoint itself hangs up and waits for the carrier's answer.
    if (isNew && !askedByPerson) {
      void this.#deps.background.run({ task: 'hanging up', callId: call.id }, () => this.endAtCarrier(call));
    }
  }
}

function hasJustEnded(before: CallRecord, after: CallRecord): boolean {
  return isTerminal(after.status) && !isTerminal(before.status);
}

/** What is stored in the call's event log: no phone numbers, nothing that was said. */
function eventRecordOf(event: CallEvent): CallChange['event'] {
  switch (event.type) {
    case 'carrier': {
      const { sid, status, duration } = event.update;
      return { kind: status, data: { sid, ...(duration !== null && { duration }) } };
    }
    case 'detected':
      return { kind: 'detected', data: { answeredBy: event.answeredBy } };
    case 'sending':
      return { kind: 'sending', data: {} };
    case 'resumed':
    case 'message_claimed':
    case 'transfer_failed':
      return { kind: event.type, data: { session: event.session } };
    default:
      return { kind: event.type, data: { reason: event.reason } };
  }
}

/** Of another carrier than the one that reports, or of a call that was deleted, nothing is taken in. */
function isReportOf(call: CallRecord, source: Carrier): boolean {
  return call.mode !== 'deleted' && isOwn(call, source);
}
