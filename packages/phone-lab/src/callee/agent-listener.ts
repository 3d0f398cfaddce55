import { type Clock, Interrupted } from '../clock.ts';
import type { Speech } from '../speech/speech.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';

/** A speech that stays open without new words for this long counts as finished. */
const hangingMs = 1_500;

/**
 * Collects what a callee hears of the agent, and lets the callee wait for it. Waits reject with Interrupted when the
 * channel closes.
 */
export class AgentListener {
  readonly #channel: VoiceChannel;
  readonly #clock: Clock;
  readonly #watchers = new Set<() => void>();
  #heard = '';
  #speech: Speech | null = null;
  /** Words of the current speech; for an agent that never ends its speech, words since its last pause. */
  #words = 0;
  /** The speech that the callee talked over, and what was said of it afterwards. */
  #talkedOver: Speech | null = null;
  #rest = '';
  /** The time of the last word or end of speech. */
  #quietSince: number;

  constructor(channel: VoiceChannel) {
    this.#channel = channel;
    this.#clock = channel.clock;
    this.#quietSince = this.#clock.now();
    channel.listen((event) => {
      if (event.type === 'closed') return this.#recheck();
      if (event.type === 'digit' || event.speech.side !== 'app') return;
      if (event.type === 'started') this.#speech = event.speech;
      if (event.type === 'started') this.#words = 0;
      if (event.type === 'word') this.#words += 1;
      const isOld = event.speech === this.#talkedOver;
      if (event.type === 'word' && isOld) this.#rest += event.word;
      if (event.type === 'word' && !isOld) this.#heard += event.word;
      if (event.type === 'ended') {
        if (this.#speech === event.speech) this.#speech = null;
        // If the agent stopped, the rest of its old speech is dropped; if it played to its end, the rest counts as
        // heard.
        if (isOld && event.end === 'played') this.#heard += this.#rest;
        if (isOld) this.#rest = '';
        this.#heard = `${this.#heard.trimEnd()} `;
      }
      this.#quietSince = this.#clock.now();
      this.#recheck();
    });
  }

  /** Everything heard since the last `forget()`. */
  get heard(): string {
    return this.#heard.trim();
  }

  forget(): void {
    this.#heard = '';
    this.#rest = '';
    // Some agents never end their speech: what they say after a silence is new.
    this.#talkedOver = this.#speech?.audible ? this.#speech : null;
    if (!this.#talkedOver) this.#words = 0;
  }

  /** The agent has said something and has been quiet for `pauseMs`. */
  async turn(pauseMs: number): Promise<string> {
    await this.#until(() => this.#untilTurn(pauseMs));
    return this.heard;
  }

  /** The agent is `words` words into what it says, or has finished before. */
  words(words: number, pauseMs: number): Promise<void> {
    return this.#until(() => (this.#speech && this.#words >= words ? 0 : this.#untilTurn(pauseMs)));
  }

  /** The agent has said something that matches, or the time is over. */
  async phrase(pattern: RegExp, withinMs: number): Promise<boolean> {
    const deadline = this.#clock.now() + withinMs / this.#clock.speed;
    const found = () => pattern.test(this.#heard);
    await this.#until(() => (found() ? 0 : Math.max(0, (deadline - this.#clock.now()) * this.#clock.speed)));
    return found();
  }

  pause(ms: number): Promise<void> {
    const until = this.#clock.now() + ms / this.#clock.speed;
    return this.#until(() => (until - this.#clock.now()) * this.#clock.speed);
  }

  #untilTurn(pauseMs: number): number | null {
    // An audible speech has a next word, however late its timer is.
    if (!(this.#heard + this.#rest).trim() || this.#speech?.audible) return null;
    const wait = this.#speech ? Math.max(pauseMs, hangingMs) : pauseMs;
    const left = wait - (this.#clock.now() - this.#quietSince) * this.#clock.speed;
    if (left <= 0) this.#takeRest();
    return left;
  }

  /** The agent was talked over and went on to the end without ending its speech. */
  #takeRest(): void {
    this.#heard += this.#rest;
    this.#rest = '';
    this.#talkedOver = null;
  }

  /** `left` returns how long to wait still: 0 or less resolves, null waits for the next event. */
  #until(left: () => number | null): Promise<void> {
    return new Promise((resolve, reject) => {
      let cancel: (() => void) | null = null;
      const stop = () => {
        cancel?.();
        this.#watchers.delete(check);
      };
      const check = () => {
        cancel?.();
        cancel = null;
        if (this.#channel.closed) {
          stop();
          return reject(new Interrupted());
        }
        const ms = left();
        if (ms === null) return;
        if (ms > 0) {
          cancel = this.#clock.after(ms, check);
          return;
        }
        stop();
        resolve();
      };
      this.#watchers.add(check);
      check();
    });
  }

  #recheck(): void {
    for (const check of [...this.#watchers]) check();
  }
}
