import { ChannelAudio } from '../audio/channel-audio.ts';
import type { Callee } from '../callee/callee.ts';
import { Interrupted } from '../clock.ts';
import { CallRecordings } from '../recording/call-recordings.ts';
import { VoiceChannel } from '../speech/voice-channel.ts';
import { DocumentRun } from '../twiml/document-run.ts';
import { CookieJar } from '../webhook/cookies.ts';
import type { Params } from '../webhook/signature.ts';
import { detect, detectionParams, sendDetectionCallback } from './amd.ts';
import { sendDigits } from './digits.ts';
import type { Carrier, Leg, OpenStream } from './leg.ts';
import { callParams } from './params.ts';
import type { CallPlan, TwimlSource } from './plan.ts';
import type { CallRecord } from './record.ts';
import { recordSpeech } from './record-speech.ts';
import { type CallEvent, hasEnded, step, type TimedCallEvent } from './state-machine.ts';
import { sendStatusCallback } from './status-callbacks.ts';

/** Lab time between sending a call to the network and the first ring. */
const postDialDelayMs = 400;

/** A live call: the state machine decides, this class carries out. */
export class LiveCall implements Leg {
  record: CallRecord;
  readonly carrier: Carrier;
  readonly plan: CallPlan;
  readonly channel: VoiceChannel;
  readonly audio: ChannelAudio;
  readonly recordings: CallRecordings;
  readonly streams = new Set<OpenStream>();
  readonly cookies = new CookieJar();
  readonly answered: Promise<boolean>;
  readonly over: Promise<void>;
  readonly #answered = Promise.withResolvers<boolean>();
  readonly #over = Promise.withResolvers<void>();
  readonly #timers = new Set<() => void>();
  /** When the call was created, by the monotonic clock. */
  readonly #madeAt: number;
  #callee: Callee;
  #run: DocumentRun | null = null;
  #cancelLimit = () => {};

  constructor(carrier: Carrier, record: CallRecord, plan: CallPlan, callee: Callee) {
    this.carrier = carrier;
    this.record = record;
    this.plan = plan;
    this.#callee = callee;
    this.#madeAt = carrier.clock.now();
    this.channel = new VoiceChannel(carrier.clock);
    this.audio = new ChannelAudio(this.channel, carrier.frameTimer, carrier.voices !== null);
    this.recordings = new CallRecordings(this);
    this.answered = this.#answered.promise;
    this.over = this.#over.promise;
    recordSpeech(this);
    carrier.liveWords.follow(record.sid, this.channel);
    this.#save();
  }

  get sid(): string {
    return this.record.sid;
  }

  /** The other party. */
  get callee(): Callee {
    return this.#callee;
  }

  get ended(): boolean {
    return hasEnded(this.record.status);
  }

  /**
   * The machine's date when the call was created plus lab time since: dates stay comparable with the client's clock, and
   * end minus start is the duration in lab seconds even when the machine's date is set.
   */
  time(): number {
    return this.record.createdAt + this.labMs();
  }

  labMs(at = this.carrier.clock.now()): number {
    return Math.round((at - this.#madeAt) * this.carrier.clock.speed);
  }

  /** Leaves the queue and dials. */
  dial(): void {
    this.apply({ type: 'dequeued' });
    this.#after(postDialDelayMs, () => {
      const { ring } = this.callee;
      if (ring.kind === 'unreachable') return this.apply({ type: 'unreachable', sipCode: ring.sipCode });
      this.apply({ type: 'rang' });
      this.#after(this.plan.ringTimeoutMs, () => this.apply({ type: 'unanswered' }));
      this.#ring();
    });
  }

  /** Rings at another callee; does nothing once the call is answered. */
  ringAt(callee: Callee): void {
    if (this.ended || this.record.status === 'in-progress') return;
    this.#callee = callee;
    this.record = { ...this.record, callee: callee.name };
    this.#save();
    if (this.record.status === 'ringing') this.#ring();
  }

  #ring(): void {
    const { ring } = this.callee;
    if (ring.kind === 'unreachable') this.apply({ type: 'unreachable', sipCode: ring.sipCode });
    if (ring.kind === 'busy') this.#after(ring.afterMs, () => this.apply({ type: 'busy' }));
    if (ring.kind === 'declined')
      this.#after(ring.afterMs, () => this.apply({ type: 'unanswered', sipCode: 603 }));
    if (ring.kind === 'own-number') ring.connect(this);
    if (ring.kind === 'answer') this.#after(ring.afterMs, () => this.answer());
  }

  /** Starts an inbound call with the document of its number. */
  receive(): void {
    if (this.plan.source) this.#start(this.plan.source);
  }

  /** Answers by hand; false unless the callee is one that waits for this. */
  answerManually(): boolean {
    if (this.callee.ring.kind !== 'manual' || this.record.status !== 'ringing') return false;
    this.answer();
    return true;
  }

  /** Declines by hand; false unless the callee is one that waits for this. */
  decline(): boolean {
    if (this.callee.ring.kind !== 'manual' || this.record.status !== 'ringing') return false;
    this.apply({ type: 'busy' });
    return true;
  }

  answer(): void {
    if (this.record.status !== 'ringing') return;
    this.apply({ type: 'answered' });
    this.setTimeLimit(this.plan.timeLimitMs);
    if (this.plan.recording) this.recordings.start(this.plan.recording);
    this.callee.pickUp({
      clock: this.carrier.clock,
      channel: this.channel,
      otherNumber: this.record.direction === 'inbound' ? this.record.to : this.record.from,
      hangUp: () => this.apply({ type: 'hangup' }),
      note: (expected, met, heard) =>
        this.carrier.ledger.append(this.sid, { kind: 'expectation', expected, met, heard }),
      recorded: (text) => this.carrier.ledger.append(this.sid, { kind: 'message', text }),
    });
    if (this.record.direction !== 'inbound') void this.#afterAnswer();
  }

  /** Replaces the running document: a REST update with Url or Twiml. */
  redirect(source: TwimlSource): void {
    if (!this.ended) this.#start(source);
  }

  screen(source: TwimlSource): Promise<boolean> {
    if (this.ended) return Promise.resolve(false);
    this.#run?.stop();
    this.#run = new DocumentRun(this);
    return this.#run.screen(source);
  }

  /** The lab stops: everything ends where it is, without callbacks. */
  stop(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#run?.stop();
    this.channel.close();
  }

  /** How long the call may last from its answer; replaces an earlier limit. */
  setTimeLimit(timeLimitMs: number): void {
    const elapsed = this.record.answeredAt === null ? 0 : this.time() - this.record.answeredAt;
    this.#cancelLimit();
    this.#cancelLimit = this.#after(Math.max(0, timeLimitMs - elapsed), () => this.apply({ type: 'hangup' }));
  }

  problem(level: 'error' | 'warning', code: number, message: string): void {
    this.carrier.ledger.append(this.sid, { kind: 'problem', level, code, message });
  }

  params(): Params {
    return callParams(this.carrier.account.sid, this.record);
  }

  apply(event: CallEvent): void {
    const before = this.record.status;
    const { state, progress } = step(this.record, { ...event, at: this.time() } as TimedCallEvent);
    if (state === this.record) return;
    this.record = { ...this.record, ...state, updatedAt: this.time() };
    this.#save();
    if (this.ended) this.recordings.stopAll();
    for (const one of progress) sendStatusCallback(this, one, this.ended ? this.recordings.ofApi : null);
    if (before !== 'in-progress' && this.record.status === 'in-progress') this.#answered.resolve(true);
    if (this.ended) this.#finish();
  }

  async #afterAnswer(): Promise<void> {
    const { detection, source } = this.plan;
    try {
      if (this.plan.sendDigits) await sendDigits(this.channel, 'app', this.plan.sendDigits);
    } catch (error) {
      if (error instanceof Interrupted) return;
      throw error;
    }
    if (!source || this.ended) return;
    if (!detection) return this.#start(source);
    const result = detect(detection, this.callee);
    this.#after(result.afterMs, () => {
      this.record = { ...this.record, answeredBy: result.answeredBy, updatedAt: this.time() };
      this.#save();
      const params = detectionParams(result);
      if (detection.async) sendDetectionCallback(this, detection, params);
      else this.#start('url' in source ? { ...source, params } : source);
    });
    if (detection.async) this.#start(source);
  }

  #start(source: TwimlSource): void {
    this.#run?.stop();
    this.#run = new DocumentRun(this);
    void this.#run.run(source);
  }

  #finish(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.channel.close();
    this.#run?.stop();
    this.#answered.resolve(false);
    this.#over.resolve();
    this.carrier.ended(this);
  }

  #after(labMs: number, act: () => void): () => void {
    const cancel = this.carrier.clock.after(labMs, () => {
      this.#timers.delete(cancel);
      act();
    });
    this.#timers.add(cancel);
    return () => {
      this.#timers.delete(cancel);
      cancel();
    };
  }

  #save(): void {
    this.carrier.ledger.append(this.sid, { kind: 'call', record: this.record });
  }
}
