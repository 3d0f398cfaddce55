import type { TextMessage } from '../../../src/ports/voice-connection.ts';
import {
  applyMessage,
  emptyPlayout,
  type RelayPlayout,
  separated,
  textSent,
} from '../../../src/voice/relay/relay-playout.ts';
import type { Effect } from '../../../src/voice/session/effects.ts';
import { SessionDriver } from '../session/session-driver.ts';

interface Cycle {
  readonly waiting: string[];
  readonly heard: string[];
  complete: boolean;
}

interface SentText {
  readonly text: string;
  readonly last: boolean;
}

/** Of an answer: where the voice stops before the last of more words, it counts as through. */
const mostWords = 6;

/** A session and a carrier with messages on their way in both directions, each moved by a test. No two words are the same. */
export class RelayWalk {
  readonly driver = new SessionDriver({ reportsPlayout: true });
  /** What the carrier has spoken. */
  readonly spoken: string[] = [];
  readonly #toCarrier: SentText[] = [];
  readonly #toSession: TextMessage[] = [];
  #playout: RelayPlayout = emptyPlayout;
  #cycles: Cycle[] = [];
  #isOn = false;
  #turns = 0;
  #words = 0;

  constructor() {
    this.#take(this.driver.send({ type: 'carrier.started' }));
  }

  get isOnWay(): boolean {
    return (
      this.#toCarrier.length > 0 ||
      this.#toSession.length > 0 ||
      this.#cycles.some(({ waiting }) => waiting.length > 0)
    );
  }

  /** The model gives so many words of an answer, each in a piece of its own, or all of it. */
  reply(words: number, done: boolean): void {
    const { agent } = this.driver.state;
    const turn = agent.kind === 'idle' ? null : agent.turn;
    if (!turn) return;
    if (turn.parts === 0) this.#begin();
    for (let count = 0; count < words && this.#words < mostWords; count += 1) {
      const text = `t${twoDigits(this.#turns)}w${twoDigits(this.#words)} `;
      this.#words += 1;
      this.#take(this.driver.send({ type: 'engine.agentText', itemId: turn.itemId, text }));
    }
    if (done && words > 0) this.#take(this.driver.send({ type: 'engine.done', itemId: turn.itemId }));
  }

  /** The carrier receives so many messages. */
  deliver(count: number): void {
    for (const { text, last } of this.#toCarrier.splice(0, count)) {
      const newest = this.#cycles.at(-1);
      const cycle = newest && !newest.complete ? newest : { waiting: [], heard: [], complete: false };
      if (cycle !== newest) this.#cycles.push(cycle);
      cycle.waiting.push(...text.split(/\s+/).filter((word) => word !== ''));
      cycle.complete = last;
    }
    this.#dropSilent();
  }

  /** The carrier speaks so many words, and reports them together. */
  speak(count: number): void {
    const [cycle] = this.#cycles;
    const words = cycle?.waiting.splice(0, count) ?? [];
    if (!cycle || words.length === 0) return;
    if (!this.#isOn) this.#toSession.push({ type: 'speaking', who: 'agent', on: true });
    this.#isOn = true;
    cycle.heard.push(...words);
    this.spoken.push(...words);
    this.#toSession.push({ type: 'played', text: words.join(' ') });
    this.#dropSilent();
  }

  /** The other party speaks while the agent does. */
  interrupt(): void {
    const [cycle] = this.#cycles;
    if (!cycle || !this.#isOn) return;
    this.#voiceEnds();
    this.#toSession.push({ type: 'interrupt', heard: cycle.heard.join(' ') });
    this.#cycles = [];
  }

  prompt(text: string): void {
    this.#toSession.push({ type: 'prompt', text, last: true });
  }

  /** The session receives so many messages. */
  receive(count: number): void {
    for (const message of this.#toSession.splice(0, count)) {
      const { playout, events } = applyMessage(this.#playout, message, this.driver.at);
      this.#playout = playout;
      for (const event of events) this.#take(this.driver.send(event));
    }
  }

  pass(ms: number): void {
    this.#take(this.driver.advance(ms));
  }

  /** All that is on its way arrives, and is spoken and reported; then the line goes. */
  end(): void {
    while (this.isOnWay) {
      this.deliver(100);
      this.speak(100);
      this.receive(100);
    }
    this.#take(this.driver.send({ type: 'carrier.stopped', how: 'hung_up' }));
  }

  /** The words of the agent in the transcript. */
  stored(): string[] {
    return this.driver
      .segments()
      .filter(({ speaker }) => speaker === 'agent')
      .flatMap(({ text }) => text.split(/\s+/));
  }

  #begin(): void {
    this.#turns += 1;
    this.#words = 0;
  }

  #dropSilent(): void {
    const [cycle] = this.#cycles;
    if (!cycle?.complete || cycle.waiting.length > 0) return;
    this.#cycles.shift();
    this.#voiceEnds();
    this.#dropSilent();
  }

  #voiceEnds(): void {
    if (this.#isOn) this.#toSession.push({ type: 'speaking', who: 'agent', on: false });
    this.#isOn = false;
  }

  #take(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type !== 'sayText') continue;
      const { itemId, text, last } = effect;
      this.#toCarrier.push({ text: separated(this.#playout, itemId, text), last });
      this.#playout = textSent(this.#playout, itemId, text, last, this.driver.at);
    }
  }
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
