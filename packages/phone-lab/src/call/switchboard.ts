import type { Account } from '../account.ts';
import { FrameTimer } from '../audio/frame-timer.ts';
import type { Callee } from '../callee/callee.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { LiveWords } from '../handset/live-words.ts';
import { newSid } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import type { PhoneNumbers } from '../phone-numbers.ts';
import type { RecordingStore } from '../recording/store.ts';
import type { Voices } from '../voices/voices.ts';
import type { Callbacks } from '../webhook/callbacks.ts';
import { CpsQueue } from './cps-queue.ts';
import { replayCalls } from './history.ts';
import { inboundPlan } from './inbound-plan.ts';
import type { Carrier, ChildRequest, Leg } from './leg.ts';
import { LiveCall } from './live-call.ts';
import { ownNumberCallee } from './own-number.ts';
import { barePlan, type CallPlan } from './plan.ts';
import type { CallRecord } from './record.ts';
import { newInbound, newOutbound } from './state-machine.ts';

export interface SwitchboardParts {
  clock: Clock;
  cps: number;
  ledger: Ledger;
  account: Account;
  faults: Faults;
  callbacks: Callbacks;
  numbers: PhoneNumbers;
  recordingStore: RecordingStore;
  voices: Voices | null;
  origin(): string;
  calleeFor(number: string): Callee;
  /** Whether a callee was set for exactly this number. */
  isChosen(number: string): boolean;
  /** Whether nobody has this number. */
  isNobodys(number: string): boolean;
}

/** All calls of the account, live and ended. */
export class Switchboard implements Carrier {
  readonly clock: Clock;
  readonly frameTimer: FrameTimer;
  readonly ledger: Ledger;
  readonly account: Account;
  readonly faults: Faults;
  readonly callbacks: Callbacks;
  readonly recordingStore: RecordingStore;
  readonly liveWords = new LiveWords();
  readonly voices: Voices | null;
  readonly origin: () => string;
  readonly isNobodys: (number: string) => boolean;
  readonly #numbers: PhoneNumbers;
  readonly #calleeFor: (number: string) => Callee;
  readonly #isChosen: (number: string) => boolean;
  readonly #queue: CpsQueue;
  readonly #past: Map<string, CallRecord>;
  readonly #live = new Map<string, LiveCall>();
  readonly #leaveQueue = new Map<string, () => void>();

  constructor(parts: SwitchboardParts) {
    this.clock = parts.clock;
    this.frameTimer = new FrameTimer(parts.clock);
    this.ledger = parts.ledger;
    this.account = parts.account;
    this.faults = parts.faults;
    this.callbacks = parts.callbacks;
    this.recordingStore = parts.recordingStore;
    this.voices = parts.voices;
    this.origin = parts.origin;
    this.isNobodys = parts.isNobodys;
    this.#numbers = parts.numbers;
    this.#calleeFor = parts.calleeFor;
    this.#isChosen = parts.isChosen;
    this.#queue = new CpsQueue(parts.clock, parts.cps);
    this.#past = replayCalls(parts.ledger);
  }

  /** A call by REST: queued now, dialled as `cps` allows. */
  placeCall(from: string, to: string, plan: CallPlan): CallRecord {
    const callee = this.#calleeOf(to);
    const record = this.#newRecord({ direction: 'outbound-api', from, to, callee: callee.name });
    const { waitMs, leave } = this.#queue.enter(() => {
      this.#leaveQueue.delete(record.sid);
      this.#live.get(record.sid)?.dial();
    });
    this.#leaveQueue.set(record.sid, leave);
    const call = new LiveCall(this, { ...record, queueTimeMs: waitMs }, plan, callee);
    this.#live.set(record.sid, call);
    return call.record;
  }

  /** An inbound call to a number of the account. */
  receiveCall(from: string, to: string, plan: CallPlan, caller: Callee): LiveCall {
    const base = this.#newRecord({ direction: 'inbound', from, to, callee: caller.name });
    const record: CallRecord = { ...base, ...newInbound(base.createdAt) };
    const call = new LiveCall(this, record, plan, caller);
    this.#live.set(record.sid, call);
    call.receive();
    return call;
  }

  dialChild(parent: Leg, request: ChildRequest): LiveCall {
    const { to, from, ringTimeoutMs, timeLimitMs, statusCallback } = request;
    const callee = this.#calleeOf(to);
    const base = this.#newRecord({ direction: 'outbound-dial', from, to, callee: callee.name });
    const record = { ...base, parentCallSid: parent.sid };
    const plan = { ...barePlan(null), ringTimeoutMs, timeLimitMs, statusCallback };
    const child = new LiveCall(this, record, plan, callee);
    this.#live.set(record.sid, child);
    child.dial();
    return child;
  }

  ownsNumber(number: string): boolean {
    return this.#numbers.byNumber(number) !== null;
  }

  /** Numbers without voice are owned too, but no call can be made from them. */
  canCallFrom(number: string): boolean {
    const own = this.#numbers.byNumber(number);
    return own !== null && own.voice !== false;
  }

  /** Outbound calls that have not ended, those in the queue included. */
  outboundCalls(): number {
    return this.liveCalls().filter(({ record }) => record.direction !== 'inbound').length;
  }

  /** How long a call that is placed now would wait in the queue, in lab milliseconds. */
  get queueMs(): number {
    return this.#queue.waitMs;
  }

  ended(call: Leg): void {
    this.#leaveQueue.get(call.sid)?.();
    this.#leaveQueue.delete(call.sid);
    this.#live.delete(call.sid);
    this.#past.set(call.sid, call.record);
  }

  liveCalls(): LiveCall[] {
    return [...this.#live.values()];
  }

  live(sid: string): LiveCall | null {
    return this.#live.get(sid) ?? null;
  }

  find(sid: string): CallRecord | null {
    return this.#live.get(sid)?.record ?? this.#past.get(sid) ?? null;
  }

  /** Newest first. */
  all(): CallRecord[] {
    const live = [...this.#live.values()].map((call) => call.record);
    const records = [...this.#past.values(), ...live];
    // The sort is stable, so calls of the same millisecond stay in the order of their creation.
    return records.sort((a, b) => a.createdAt - b.createdAt).reverse();
  }

  /** Stops live calls where they are; they are failed at the next start. */
  stop(): void {
    for (const call of this.#live.values()) call.stop();
  }

  remove(sid: string): void {
    if (this.#past.delete(sid)) this.ledger.append(sid, { kind: 'call.deleted' });
  }

  /** Numbers of the account run their voice URL, unless a callee was set for them. */
  #calleeOf(to: string): Callee {
    const own = this.#numbers.byNumber(to);
    if (!own || this.#isChosen(to)) return this.#calleeFor(to);
    return ownNumberCallee(own, (from, number, caller) =>
      this.receiveCall(from, number.phoneNumber, inboundPlan(number), caller),
    );
  }

  #newRecord(about: Pick<CallRecord, 'direction' | 'from' | 'to' | 'callee'>): CallRecord {
    const now = this.clock.date();
    const own = this.#numbers.byNumber(about.direction === 'inbound' ? about.to : about.from);
    return {
      ...newOutbound,
      ...about,
      sid: newSid('CA'),
      parentCallSid: null,
      phoneNumberSid: own?.sid ?? null,
      ...(about.direction === 'outbound-api' && own?.stirStatus && { stirStatus: own.stirStatus }),
      createdAt: now,
      updatedAt: now,
      queueTimeMs: 0,
      answeredBy: null,
    };
  }
}
