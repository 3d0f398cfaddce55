import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Effect, SessionEndReason } from './session/effects.ts';
import type {
  CarrierEvent,
  ControlEvent,
  EngineEvent,
  SessionEvent,
  TimerName,
  ToolEvent,
} from './session/events.ts';
import type { SessionSettings } from './session/settings.ts';
import type { SessionState } from './session/state.ts';
import { openSession, type Step, step } from './session/step.ts';

export type SessionInput = CarrierEvent | EngineEvent | ControlEvent | ToolEvent;
/** Effects that reach out of the session; timers are the runner's own. */
export type HandledEffect = Exclude<Effect, { type: 'setTimer' | 'clearTimer' }>;

export interface RunnerDeps {
  readonly settings: SessionSettings;
  readonly clock: Clock;
  /** How many times faster than real time the session runs; above one only in tests. */
  readonly speed: number;
  readonly log: Log;
  /**
   * Calls back when the messages that have arrived are read. A process that stood still finds timers due before it reads what was
   * reported meanwhile. Left out: nothing arrives unread.
   */
  afterArrived?(act: () => void): void;
  /** Events that the session has not been sent yet and that belong before this one. */
  pendingEvents?(event: SessionEvent): readonly CarrierEvent[];
  handle(effect: HandledEffect, state: SessionState): void;
}

/** Runs one session: gives its events their time, sets its timers, has its effects carried out, and contains its errors. */
export class SessionRunner {
  readonly closed: Promise<SessionEndReason>;
  readonly #deps: RunnerDeps;
  readonly #origin: number;
  readonly #queue: SessionEvent[] = [];
  readonly #timers = new Map<TimerName, ArmedTimer>();
  readonly #closed = Promise.withResolvers<SessionEndReason>();
  #state: SessionState;
  #busy = false;
  #crashed = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.closed = this.#closed.promise;
    this.#origin = deps.clock.time();
    const first = openSession(deps.settings, this.#at());
    this.#state = first.state;
    this.#perform(first);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Events are processed one after the other, also those sent while another one is being processed. */
  send(input: SessionInput): void {
    this.#process({ ...input, at: this.#at() } as SessionEvent);
  }

  /** The session's own time, in milliseconds. */
  now(): number {
    return this.#at();
  }

  /** Converts the session's time to wall time. */
  wallTime(at: number): Date {
    return new Date(this.#origin + (at - this.#origin) / this.#deps.speed);
  }

  #at(): number {
    return this.#origin + (this.#deps.clock.time() - this.#origin) * this.#deps.speed;
  }

  #process(event: SessionEvent): void {
    this.#queue.push(event);
    if (this.#busy) return;
    this.#busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#step(next);
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

  /** An effect that throws does not prevent the others of the same step. */
  #perform({ state, effects }: Step): void {
    this.#state = state;
    for (const effect of effects) {
      if (effect.type === 'setTimer') this.#setTimer(effect);
      else if (effect.type === 'clearTimer') this.#stopTimer(effect.name);
      else this.#handle(effect);
    }
    if (state.phase.kind === 'closed') this.#finish(state.phase.reason);
  }

  #handle(effect: HandledEffect): void {
    try {
      this.#deps.handle(effect, this.#state);
    } catch (err) {
      this.#crash(err);
    }
  }

  /** An error ends this session and no other. A second one, while it ends, closes it without further effects. */
  #crash(err: unknown): void {
    this.#deps.log.error({ err }, 'voice session crashed');
    if (this.#crashed) {
      this.#finish('agent_failed');
      return;
    }
    this.#crashed = true;
    this.#queue.unshift({ type: 'control.crashed', at: this.#at() });
  }

  #finish(reason: SessionEndReason): void {
    for (const { stop } of this.#timers.values()) stop();
    this.#timers.clear();
    this.#closed.resolve(reason);
  }

  /**
   * Most waits are renewed long before they are over. The running timer is kept then, and armed again for the
   * remaining time when it fires.
   */
  #setTimer({ name, key, ms }: Extract<Effect, { type: 'setTimer' }>): void {
    const due = this.#deps.clock.time() + ms / this.#deps.speed;
    const dueAt = name === 'checkpoint' && ms / this.#deps.speed >= checkpointGridMs ? alignDown(due) : due;
    const set = this.#timers.get(name);
    if (set && set.firesAt <= dueAt) {
      set.key = key;
      set.dueAt = dueAt;
      return;
    }
    set?.stop();
    this.#arm(name, key, dueAt);
  }

  #arm(name: TimerName, key: string, dueAt: number): void {
    const ms = dueAt - this.#deps.clock.time();
    const timer: ArmedTimer = {
      key,
      dueAt,
      firesAt: dueAt,
      stop: this.#deps.clock.after(ms, () => this.#fire(name, timer)),
    };
    this.#timers.set(name, timer);
  }

  #fire(name: TimerName, { key, dueAt, firesAt }: ArmedTimer): void {
    this.#timers.delete(name);
    if (dueAt > firesAt) {
      this.#arm(name, key, dueAt);
      return;
    }
    const fire = () => this.#process({ type: 'timer.fired', name, key, at: this.#at() });
    if (this.#deps.afterArrived) this.#deps.afterArrived(fire);
    else fire();
  }

  #stopTimer(name: TimerName): void {
    this.#timers.get(name)?.stop();
    this.#timers.delete(name);
  }
}

/** Checkpoints of all sessions are aligned, so that the process wakes up for many of them at once. */
const checkpointGridMs = 100;

function alignDown(at: number): number {
  return Math.floor(at / checkpointGridMs) * checkpointGridMs;
}

interface ArmedTimer {
  key: string;
  dueAt: number;
  readonly firesAt: number;
  readonly stop: () => void;
}
