import { randomBytes } from 'node:crypto';
import type { OpenCall } from './carrier.ts';
import type { ChatModel } from './chat-model.ts';
import { nowUs } from './clock.ts';
import type { RelayRecorder } from './relay-timings.ts';

/** The carrier's speech rate, and how often it reports what it has played. */
const charactersPerSecond = 15;
const wordsPerReport = 6;
const pauseMs = 400;
const utteranceMs = 600;
/** Every so many turns the other party talks into the answer, once so many pieces of it have come. */
const everyInterruption = 4;
const piecesHeard = 4;

export interface RelayPhoneOptions {
  readonly line: number;
  readonly model: ChatModel;
  readonly recorder: RelayRecorder;
}

/** The carrier's end of one relay conversation, with a caller who asks something every few seconds. */
export class RelayPhone {
  readonly call: OpenCall;
  turns = 0;
  interruptions = 0;
  aborted = 0;
  readonly #options: RelayPhoneOptions;
  #askedUs: number | null = null;
  #pieces = 0;
  #text = '';
  #over = false;
  #paused = false;
  #held = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(call: OpenCall, options: RelayPhoneOptions) {
    this.call = call;
    this.#options = options;
    call.socket.onText = (frame) => this.#hear(frame.content().toString());
  }

  begin(firstTurnMs: number): void {
    const { callSid, parameters } = this.call;
    this.#send({
      type: 'setup',
      sessionId: `VX${randomBytes(16).toString('hex')}`,
      accountSid: `AC${'b'.repeat(32)}`,
      parentCallSid: '',
      callSid,
      from: '+15005550010',
      to: '+15005550006',
      forwardedFrom: '',
      callType: 'PSTN',
      callerName: '',
      direction: 'inbound',
      callStatus: 'RINGING',
      customParameters: parameters,
    });
    this.#after(firstTurnMs, () => this.#startTalking());
  }

  hangUp(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.call.socket.close();
  }

  /** From the next turn on, the caller does not finish the question. */
  pause(): void {
    this.#paused = true;
  }

  /** Finishes the question after a while. */
  resume(afterMs: number): void {
    this.#paused = false;
    if (!this.#held) return;
    this.#held = false;
    this.#after(afterMs, () => this.#ask());
  }

  get #turn(): string {
    return `${this.#options.line}-${this.turns}`;
  }

  #startTalking(): void {
    this.#info('clientSpeaking', 'on');
    this.#after(utteranceMs / 2, () => {
      this.#send({ type: 'prompt', voicePrompt: 'Could I come', lang: 'en-US', last: false });
      this.#after(utteranceMs / 2, () => {
        this.#held = this.#paused;
        if (!this.#held) this.#ask();
      });
    });
  }

  #ask(): void {
    this.turns += 1;
    this.#text = '';
    this.#pieces = 0;
    this.#info('clientSpeaking', 'off');
    const voicePrompt = `Could I come on Tuesday, as it is turn ${this.#turn} already?`;
    this.#askedUs = nowUs();
    this.#send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
  }

  #hear(json: string): void {
    const now = nowUs();
    const message = JSON.parse(json);
    if (message.type !== 'text' || this.#over) return;
    if (this.#askedUs === null) return;
    if (this.#pieces === 0) this.#first(now, this.#askedUs);
    this.#pieces += 1;
    this.#text += message.token;
    if (this.turns % everyInterruption === 0 && this.#pieces === piecesHeard) this.#interrupt();
    else if (message.last) this.#play(this.#text.split(/(?<= )/));
  }

  /** Latency without the model's own delay. */
  #first(now: number, askedUs: number): void {
    const answer = this.#options.model.answers.get(this.#turn);
    this.#info('agentSpeaking', 'on');
    if (!answer || answer.spokeUs === null) return;
    this.#options.recorder.add('added', now - askedUs - (answer.spokeUs - answer.askedUs));
  }

  /** Reports playback progress, then waits before the next question. */
  #play(rest: readonly string[]): void {
    const now = rest.slice(0, wordsPerReport).join('');
    this.#after((now.length / charactersPerSecond) * 1000, () => {
      this.#info('tokensPlayed', now.trim());
      if (rest.length > wordsPerReport) {
        this.#play(rest.slice(wordsPerReport));
        return;
      }
      this.#info('agentSpeaking', 'off');
      this.#after(pauseMs, () => this.#startTalking());
    });
  }

  #interrupt(): void {
    const answer = this.#options.model.answers.get(this.#turn);
    this.#askedUs = null;
    const at = nowUs();
    this.#send({
      type: 'interrupt',
      utteranceUntilInterrupt: this.#text.split(' ').slice(0, 2).join(' '),
      durationUntilInterruptMs: 60,
    });
    this.#info('agentSpeaking', 'off');
    this.#after(utteranceMs, () => {
      this.interruptions += 1;
      if (answer?.abortedUs != null) {
        this.aborted += 1;
        this.#options.recorder.add('abort', answer.abortedUs - at);
      }
      this.#startTalking();
    });
  }

  #info(name: string, value: string): void {
    this.#send({ type: 'info', name, value, ts: Date.now() });
  }

  #send(message: object): void {
    this.call.socket.send(JSON.stringify(message));
  }

  #after(ms: number, act: () => void): void {
    if (!this.#over) this.#timer = setTimeout(act, ms);
  }
}
