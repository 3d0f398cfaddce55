import type { RequestedToolCall, ToolCall, ToolOutcome } from '../../../src/ports/voice-tools.ts';
import type { Effect, Segment, SessionNotification } from '../../../src/voice/session/effects.ts';
import type {
  CarrierEvent,
  ControlEvent,
  EngineEvent,
  SessionEvent,
  TimerName,
  ToolEvent,
} from '../../../src/voice/session/events.ts';
import { plainManners } from '../../../src/voice/session/manners.ts';
import { defaultLimits, englishPhrases, type SessionSettings } from '../../../src/voice/session/settings.ts';
import type { SessionState } from '../../../src/voice/session/state.ts';
import { openSession, type Step, step } from '../../../src/voice/session/step.ts';
import { builtInTools } from '../../../src/voice/tools/tool-registry.ts';
import { bookTool, lookUpTool } from '../test-tools.ts';

export const settings: SessionSettings = {
  speech: 'text',
  opening: 'Hello, this is the AI assistant of Elm Street Dental.',
  canTransfer: true,
  manners: plainManners,
  tools: [...builtInTools, lookUpTool(), bookTool()],
  firstOrdinal: 0,
  language: 'en-US',
  phrases: englishPhrases,
  limits: defaultLimits,
};

type SessionInput = CarrierEvent | EngineEvent | ControlEvent | ToolEvent;

/** Runs a session in a test: events go in, time passes only on `advance`, effects are kept. */
export class SessionDriver {
  state: SessionState;
  at = 1_000_000;
  readonly effects: Effect[] = [];
  readonly #timers = new Map<TimerName, { key: string; due: number }>();

  constructor(over: Partial<SessionSettings> = {}) {
    const first = openSession({ ...settings, ...over }, this.at);
    this.state = first.state;
    this.#take(first);
  }

  /** A live session whose opening has been played. */
  static answered(over: Partial<SessionSettings> = {}): SessionDriver {
    const driver = new SessionDriver(over);
    driver.send({ type: 'carrier.started' });
    driver.playOut();
    return driver;
  }

  send(input: SessionInput): readonly Effect[] {
    return this.#take(step(this.state, { ...input, at: this.at } as SessionEvent));
  }

  fire(name: TimerName, key: string): readonly Effect[] {
    return this.#take(step(this.state, { type: 'timer.fired', name, key, at: this.at }));
  }

  /** Lets time pass; timers fire when they are due. */
  advance(ms: number): readonly Effect[] {
    const until = this.at + ms;
    const seen = this.effects.length;
    for (;;) {
      const next = [...this.#timers].toSorted((a, b) => a[1].due - b[1].due)[0];
      if (!next || next[1].due > until) break;
      this.at = Math.max(this.at, next[1].due);
      this.#timers.delete(next[0]);
      this.fire(next[0], next[1].key);
    }
    this.at = until;
    return this.effects.slice(seen);
  }

  /** The other party says a complete sentence. */
  callerSays(text: string): readonly Effect[] {
    return this.send({ type: 'carrier.prompt', text, last: true });
  }

  /** The model answers the open turn in full. */
  reply(text: string, ...calls: readonly RequestedToolCall[]): readonly Effect[] {
    const seen = this.effects.length;
    const itemId = this.turnId();
    for (const piece of text.match(/\S+\s*/g) ?? [])
      this.send({ type: 'engine.agentText', itemId, text: piece });
    for (const call of calls) this.send({ type: 'engine.toolCall', itemId, call });
    this.send({ type: 'engine.done', itemId });
    return this.effects.slice(seen);
  }

  /** A tool answers. */
  toolAnswers(callId: string, detail: string, status: ToolOutcome['status'] = 'done'): readonly Effect[] {
    return this.send({ type: 'tool.result', callId, result: { status, detail } });
  }

  /** The carrier reports that everything sent was played. */
  playOut(): void {
    const { agent } = this.state;
    if (agent.kind !== 'speaking') return;
    const characters = agent.utterance.text.replace(/\s/g, '').length;
    this.send({ type: 'carrier.played', itemId: agent.utterance.itemId, characters });
  }

  turnId(): string {
    const { agent } = this.state;
    const turn = agent.kind === 'idle' ? null : agent.turn;
    if (!turn) throw new Error('The model was not asked anything.');
    return turn.itemId;
  }

  effectsOf<Type extends Effect['type']>(type: Type): Extract<Effect, { type: Type }>[] {
    return ofType(this.effects, type);
  }

  spoken(): string {
    return this.effectsOf('sayText')
      .map(({ text }) => text)
      .join('|');
  }

  /** The transcript as stored: speaker, words, and an asterisk where it was cut. */
  transcript(): string[] {
    return this.segments().map(
      ({ speaker, text, interrupted, unconfirmed }) =>
        `${speaker}: ${text}${interrupted ? '*' : ''}${unconfirmed ? '?' : ''}`,
    );
  }

  segments(): Segment[] {
    return this.effectsOf('save')
      .filter(({ final }) => final)
      .map(({ segment }) => segment)
      .toSorted((a, b) => a.ordinal - b.ordinal);
  }

  notifications(kind: SessionNotification['kind']): SessionNotification[] {
    return this.effectsOf('publish')
      .map(({ event }) => event)
      .filter((event) => event.kind === kind);
  }

  timers(): TimerName[] {
    return [...this.#timers.keys()].toSorted();
  }

  keyOf(name: TimerName): string {
    const timer = this.#timers.get(name);
    if (!timer) throw new Error(`No timer ${name} is running.`);
    return timer.key;
  }

  #take(next: Step): readonly Effect[] {
    this.state = next.state;
    this.effects.push(...next.effects);
    for (const effect of next.effects) {
      if (effect.type === 'setTimer') {
        this.#timers.set(effect.name, { key: effect.key, due: this.at + effect.ms });
      } else if (effect.type === 'clearTimer') this.#timers.delete(effect.name);
    }
    return next.effects;
  }
}

export function ofType<Type extends Effect['type']>(
  effects: readonly Effect[],
  type: Type,
): Extract<Effect, { type: Type }>[] {
  return effects.filter((effect): effect is Extract<Effect, { type: Type }> => effect.type === type);
}

export const endCall: ToolCall = { name: 'end_call', input: { reason: 'finished' } };
export const findTimes: ToolCall = { name: 'find_times', input: { day: 'Tuesday' } };
export const bookTime: ToolCall = { name: 'book_time', input: { time: 'Tuesday at ten' } };
