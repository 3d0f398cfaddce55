import type { Leg } from '../call/leg.ts';
import type { Speech } from '../speech/speech.ts';
import { allows, type InputKind } from './attributes.ts';
import { type Playback, startPlayback } from './playback.ts';
import { TokenFeed } from './token-feed.ts';

/** How long text-to-speech takes to its first sound; the first time in a session is slower. */
const firstSoundMs = 1_300;
const nextSoundMs = 250;
/** An incomplete word is spoken after this long without another token. */
const idleFlushMs = 800;
/** Limits of what waits to be said: about two hours of speech, and the number of talk cycles and files. */
const mostUnsaid = 100_000;
const mostWaiting = 1_000;

interface TalkCycle {
  kind: 'talk';
  text: string;
  feed: TokenFeed;
  /** No more tokens will come. */
  complete: boolean;
  interruptible: InputKind;
  preemptible: boolean;
  speech: Speech | null;
}

type Item = TalkCycle | Playback;

export interface Interruption {
  text: string;
  ms: number;
}

export interface InterruptionFlags {
  interruptible: InputKind;
  preemptible: boolean;
}

/** Plays the talk cycles and files of an agent, one after the other. */
export class Speaker {
  readonly #leg: Leg;
  #queue: Item[] = [];
  #current: Item | null = null;
  #cancelStart: (() => void) | null = null;
  #cancelFlush: (() => void) | null = null;
  #hasSpoken = false;
  #stopped = false;

  constructor(leg: Leg) {
    this.#leg = leg;
  }

  /** More waits to be said than the limits allow. */
  get isOverLimit(): boolean {
    if (this.#queue.length > mostWaiting) return true;
    const speech = this.#current?.kind === 'talk' ? this.#current.speech : null;
    const waiting = this.#queue.map((item) => (item.kind === 'talk' ? item.text.length : 0));
    return waiting.reduce((sum, length) => sum + length, speech?.unsaid ?? 0) > mostUnsaid;
  }

  /** The agent can be heard now. */
  get audible(): boolean {
    const item = this.#current;
    return item !== null && (item.kind === 'play' ? item.stop !== null : (item.speech?.audible ?? false));
  }

  /** Whether this kind of input interrupts what is being said. */
  canBeInterruptedBy(input: 'dtmf' | 'speech'): boolean {
    return this.audible && this.#current !== null && allows(this.#current.interruptible, input);
  }

  text(token: string, last: boolean, flags: InterruptionFlags): void {
    const open = this.#openCycle() ?? this.#newCycle(flags);
    const ready = open.feed.add(token) + (last ? open.feed.flush() : '');
    open.complete = last;
    this.#addText(open, ready);
    this.#cancelFlush?.();
    this.#cancelFlush = open.feed.pending
      ? this.#leg.carrier.clock.after(idleFlushMs, () => this.#addText(open, open.feed.flush()))
      : null;
  }

  play(source: string, loops: number, flags: InterruptionFlags): void {
    const open = this.#openCycle();
    if (open) this.#addText(Object.assign(open, { complete: true }), open.feed.flush());
    this.#enqueue({ kind: 'play', source, loops, ...flags, stop: null, startedAt: 0 });
  }

  /** Stops and discards everything that waits; returns what was heard of the current talk cycle. */
  interrupt(): Interruption {
    const item = this.#current;
    const speech = item?.kind === 'talk' ? item.speech : null;
    const ms = item?.kind === 'play' ? this.#labSince(item.startedAt) : (speech?.elapsedMs ?? 0);
    const cut = { text: speech?.heard.trim() ?? '', ms };
    this.#dropAll();
    return cut;
  }

  stop(): void {
    this.#stopped = true;
    this.#dropAll();
  }

  /** The newest talk cycle, as long as its last token has not come. */
  #openCycle(): TalkCycle | null {
    const newest = this.#queue.at(-1) ?? this.#current;
    return newest?.kind === 'talk' && !newest.complete ? newest : null;
  }

  #newCycle(flags: InterruptionFlags): TalkCycle {
    const cycle: TalkCycle = {
      kind: 'talk',
      text: '',
      feed: new TokenFeed(),
      complete: false,
      ...flags,
      speech: null,
    };
    this.#enqueue(cycle);
    return cycle;
  }

  #enqueue(item: Item): void {
    // Whatever is preemptible is replaced by the next item.
    this.#queue = this.#queue.filter((waiting) => !waiting.preemptible);
    if (this.#current?.preemptible) this.#dropCurrent();
    this.#queue.push(item);
    this.#next();
  }

  #addText(cycle: TalkCycle, text: string): void {
    if (cycle.speech) {
      if (text) cycle.speech.append(text);
      if (cycle.complete) cycle.speech.finish();
    } else {
      cycle.text += text;
      this.#next();
    }
  }

  #next(): void {
    const item = this.#queue[0];
    if (this.#current || this.#cancelStart || !item || this.#stopped) return;
    if (item.kind === 'talk' && !item.text.trim()) {
      // An empty talk cycle is valid and says nothing.
      if (item.complete) {
        this.#queue.shift();
        this.#next();
      }
      return;
    }
    this.#cancelStart = this.#leg.carrier.clock.after(this.#hasSpoken ? nextSoundMs : firstSoundMs, () => {
      this.#cancelStart = null;
      this.#begin();
    });
  }

  #begin(): void {
    const item = this.#queue.shift();
    if (!item || this.#stopped) return;
    this.#hasSpoken = true;
    this.#current = item;
    if (item.kind === 'play') startPlayback(this.#leg, item, () => this.#finished(item));
    else this.#startTalking(item);
  }

  #startTalking(item: TalkCycle): void {
    const speech = this.#leg.channel.open('app');
    item.speech = speech;
    speech.append(item.text);
    if (item.complete) speech.finish();
    void speech.done.then(() => this.#finished(item));
  }

  #finished(item: Item): void {
    if (this.#current !== item) return;
    this.#current = null;
    this.#next();
  }

  #dropCurrent(): void {
    const item = this.#current;
    this.#current = null;
    if (item?.kind === 'talk') item.speech?.cut();
    else item?.stop?.();
  }

  #dropAll(): void {
    this.#cancelStart?.();
    this.#cancelStart = null;
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    this.#queue = [];
    this.#dropCurrent();
  }

  #labSince(at: number): number {
    const { clock } = this.#leg.carrier;
    return Math.round((clock.now() - at) * clock.speed);
  }
}
