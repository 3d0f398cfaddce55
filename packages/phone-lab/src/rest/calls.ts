import { callsAsOf } from '../call/history.ts';
import type { CallPlan, TwimlSource } from '../call/plan.ts';
import type { CallRecord } from '../call/record.ts';
import { hasEnded } from '../call/state-machine.ts';
import type { Switchboard } from '../call/switchboard.ts';
import { callView } from '../call/view.ts';
import { readNewCall } from './create-call.ts';
import { notFound, RestError } from './errors.ts';
import type { Form } from './form.ts';
import { filterCalls } from './list-calls.ts';
import { paged } from './paging.ts';
import type { RestResponse } from './response.ts';

/** Twilio takes no call that would wait longer than a day. */
const longestQueueMs = 86_400_000;

export class CallsResource {
  readonly #board: Switchboard;

  constructor(board: Switchboard) {
    this.#board = board;
  }

  create(form: Form): RestResponse & { record: CallRecord } {
    const { account } = this.#board;
    const { from, to, plan } = readNewCall(
      form,
      account,
      (number) => this.#board.canCallFrom(number),
      (number) => this.#board.isNobodys(number),
    );
    const { callsAtOnce } = account.standing;
    if (callsAtOnce !== null && this.#board.outboundCalls() >= callsAtOnce)
      throw new RestError(400, 10004, 'Call concurrency limit exceeded');
    if (this.#board.queueMs > longestQueueMs) throw new RestError(400, 22005, 'Call Queue Full');
    const record = this.#board.placeCall(from, to, plan);
    return { status: 201, body: this.#view(record), record };
  }

  list(query: Form, path: string): RestResponse {
    const records = filterCalls(this.#stale() ?? this.#board.all(), query);
    return {
      status: 200,
      body: paged({ records, key: 'calls', view: (one) => this.#view(one), query, path }),
    };
  }

  fetch(sid: string, path: string): RestResponse {
    const stale = this.#stale(sid);
    const record = stale ? stale[0] : this.#find(sid, path);
    if (!record) throw notFound(path);
    return { status: 200, body: this.#view(record) };
  }

  /** Ends, cancels or redirects a live call, or changes its time limit. */
  update(sid: string, form: Form, path: string): RestResponse {
    const record = this.#find(sid, path);
    const status = form.text('Status');
    if (status !== null && status !== 'canceled' && status !== 'completed') {
      throw new RestError(400, 20001, `Status may be canceled or completed, got ${status}`);
    }
    const source = readRedirect(form);
    const call = this.#board.live(sid);
    if (!call || hasEnded(record.status)) throw this.#hasEndedError(record, path);
    if (source && record.status !== 'in-progress') throw notInProgress();
    const changes = readChanges(form, call.plan);
    Object.assign(call.plan, changes);
    if (changes.timeLimitMs !== undefined && record.status === 'in-progress')
      call.setTimeLimit(changes.timeLimitMs);
    if (status) call.apply({ type: status === 'canceled' ? 'cancel' : 'hangup' });
    else if (source) call.redirect(source);
    return { status: 200, body: this.#view(call.record) };
  }

  remove(sid: string, path: string): RestResponse {
    const record = this.#find(sid, path);
    if (!hasEnded(record.status)) {
      throw new RestError(409, 20009, 'Cannot delete this resource before it is complete');
    }
    this.#board.remove(sid);
    return { status: 204, body: null };
  }

  /** The fault knob `staleReads`: returns the calls as they were a while ago. */
  #stale(sid?: string): CallRecord[] | null {
    const { faults, ledger } = this.#board;
    const to = sid === undefined ? undefined : this.#board.find(sid)?.to;
    const fault = faults.trigger('staleReads', to === undefined ? {} : { to });
    if (!fault) return null;
    const ms = fault.ms ?? 2_000;
    ledger.append(sid ?? null, { kind: 'fault', knob: 'staleReads', detail: `as of ${ms} ms ago` });
    return callsAsOf(ledger, ms, sid);
  }

  /** Twilio finds only live calls here. The knob `endedCallRefused` gives the error of its error list instead. */
  #hasEndedError({ to }: CallRecord, path: string): RestError {
    return this.#board.faults.trigger('endedCallRefused', { to }) ? notInProgress() : notFound(path);
  }

  #find(sid: string, path: string): CallRecord {
    const record = this.#board.find(sid);
    if (!record) throw notFound(path);
    return record;
  }

  #view(record: CallRecord): Record<string, unknown> {
    return callView(this.#board.account, record);
  }
}

function notInProgress(): RestError {
  return new RestError(400, 21220, 'Call is not in-progress. Cannot redirect.');
}

function readRedirect(form: Form): TwimlSource | null {
  const url = form.url('Url', 21205);
  if (url) return { url, method: form.method('Method') };
  const twiml = form.text('Twiml');
  if (twiml && twiml.length > 4000)
    throw new RestError(400, 21264, 'Twiml may have at most 4000 characters.');
  return twiml ? { twiml } : null;
}

function readChanges(form: Form, plan: CallPlan): Partial<CallPlan> {
  const changes: Partial<CallPlan> = {};
  const fallback = form.url('FallbackUrl', 21205);
  if (fallback) changes.fallback = { url: fallback, method: form.method('FallbackMethod') };
  const callback = form.url('StatusCallback', 21609);
  // Events are chosen at creation only; a new callback gets the completed event.
  if (callback) {
    const events = plan.statusCallback?.events ?? new Set(['completed'] as const);
    changes.statusCallback = { url: callback, method: form.method('StatusCallbackMethod'), events };
  }
  if (form.has('TimeLimit')) changes.timeLimitMs = form.whole('TimeLimit', 1, 86_400, 14_400) * 1000;
  return changes;
}
