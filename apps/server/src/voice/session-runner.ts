import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Effect, EndReason } from './session/effects.ts';
import type { CarrierEvent, ControlEvent, EngineEvent, SessionEvent, TimerName } from './session/events.ts';
import type { SessionSettings } from './session/settings.ts';
import type { SessionState } from './session/state.ts';
import { openSession, type Step, step } from './session/step.ts';

export type SessionInput = CarrierEvent | EngineEvent | ControlEvent;
/** Effects that reach out of the session; timers are the runner's own. */
export type HandledEffect = Exclude<Effect, { type: 'setTimer' | 'clearTimer' }>;

export interface RunnerDeps {
  readonly settings: SessionSettings;
  readonly clock: Clock;
  /** How many times faster than real time the session runs; above one only in tests. */
  readonly speed: number;
  readonly log: Log;
  /** What has happened before an event and was not told yet, because it mattered to nobody until now. */
  pendingEvents?(event: SessionEvent): readonly CarrierEvent[];
  handle(deed: HandledEffect, state: SessionState): void;
}

/** Runs one session: gives it time, carries out what it wants, and keeps its faults to itself. */
export class SessionRunner {
  readonly closed: Promise<EndReason>;
  readonly #deps: RunnerDeps;
  readonly #origin: number;
  readonly #waiting: SessionEvent[] = [];
  readonly #timers = new Map<TimerName, Alarm>();
  readonly #over = Promise.withResolvers<EndReason>();
  #state: SessionState;
  #busy = false;
  #crashed = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.closed = this.#over.promise;
    this.#origin = deps.clock.time();
    const first = openSession(deps.settings, this.#at());
    this.#state = first.state;
    this.#perform(first);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Events are taken one after the other, also those that come up while another one is being dealt with. */
  send(input: SessionInput): void {
    this.#take({ ...input, at: this.#at() } as SessionEvent);
  }

  /** The session's own time, in which its events are told. */
  now(): number {
    return this.#at();
  }

  /** When a moment of the session was, on the wall. */
  wallTime(at: number): Date {
    return new Date(this.#origin + (at - this.#origin) / this.#deps.speed);
  }

  #at(): number {
    return this.#origin + (this.#deps.clock.time() - this.#origin) * this.#deps.speed;
  }

  #take(event: SessionEvent): void {
    this.#waiting.push(event);
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) this.#step(next);
    this.#busy = false;
  }

  #step(event: SessionEvent): void {
    try {
      for (const earlier of this.#deps.pendingEvents?.(event) ?? []) {
        this.#perform(step(this.#state, { ...earlier, at: event.at }));
      }
      this.#perform(step(this.#state, event));
    } catch (err) {
      this.#crash(err);
    }
  }

  /** An effect that fails does not keep the others of the same step from being carried out. */
  #perform({ state, effects }: Step): void {
    this.#state = state;
    for (const effect of effects) {
      if (effect.type === 'setTimer') this.#setTimer(effect);
      else if (effect.type === 'clearTimer') this.#stopTimer(effect.name);
      else this.#act(effect);
    }
    if (state.phase.kind === 'closed') this.#finish(state.phase.reason);
  }

  #act(deed: HandledEffect): void {
    try {
      this.#deps.handle(deed, this.#state);
    } catch (err) {
      this.#crash(err);
    }
  }

  /** A fault ends this session and no other. One that cannot even end is let go. */
  #crash(err: unknown): void {
    this.#deps.log.error({ err }, 'voice session crashed');
    if (this.#crashed) {
      this.#finish('agent_failed');
      return;
    }
    this.#crashed = true;
    this.#waiting.unshift({ type: 'control.crashed', at: this.#at() });
  }

  #finish(reason: EndReason): void {
    for (const { stop } of this.#timers.values()) stop();
    this.#timers.clear();
    this.#over.resolve(reason);
  }

  /** Most waits start anew long before they are over; an alarm that rings early goes on sleeping. */
  #setTimer({ name, key, ms }: Extract<Effect, { type: 'setTimer' }>): void {
    const due = this.#deps.clock.time() + ms / this.#deps.speed;
    const dueAt = name === 'checkpoint' && ms / this.#deps.speed >= beatMs ? onTheBeat(due) : due;
    const set = this.#timers.get(name);
    if (set && set.ringsAt <= dueAt) {
      set.key = key;
      set.dueAt = dueAt;
      return;
    }
    set?.stop();
    this.#sleep(name, key, dueAt);
  }

  #sleep(name: TimerName, key: string, dueAt: number): void {
    const ms = dueAt - this.#deps.clock.time();
    const alarm: Alarm = {
      key,
      dueAt,
      ringsAt: dueAt,
      stop: this.#deps.clock.after(ms, () => this.#ring(name, alarm)),
    };
    this.#timers.set(name, alarm);
  }

  #ring(name: TimerName, { key, dueAt, ringsAt }: Alarm): void {
    this.#timers.delete(name);
    if (dueAt > ringsAt) this.#sleep(name, key, dueAt);
    else this.#take({ type: 'timer.fired', name, key, at: this.#at() });
  }

  #stopTimer(name: TimerName): void {
    this.#timers.get(name)?.stop();
    this.#timers.delete(name);
  }
}

/** Checkpoints of all sessions fall on a common beat, so that a process wakes up for many of them at once. */
const beatMs = 100;

function onTheBeat(at: number): number {
  return Math.floor(at / beatMs) * beatMs;
}

/** A timer of the session on the clock. */
interface Alarm {
  key: string;
  dueAt: number;
  readonly ringsAt: number;
  readonly stop: () => void;
}
