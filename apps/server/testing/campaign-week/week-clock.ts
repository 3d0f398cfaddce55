import type { Lab } from '@parley/phone-lab';
import { setPretendedClock } from './pretended-clock.ts';

/** How many times faster than real time the hours go by while people are called. */
const fast = 30;
/** Hours begin and end at these times in every zone. */
const markMs = 15 * 60_000;
/** Nobody is dialled in the last minute of their hours; a little less. */
const lastMs = 59_000;
/** Nobody is dialled in the last minute of their hours; a little more. */
const beforeEndMs = 65_000;
/** As long as calls are up, no more than an hour goes by in this time: whoever did not answer is called again on that day. */
const hourMs = 150;
/** Where nobody waits for a call, those that are up are given this time to end. */
const endMs = 1_000;
/** Whoever is being dialled has been dialled after so long, or never will be: their server could not store what it did. */
const patienceMs = 10_000;
/** What a server was doing when it was killed has arrived by then. */
const afterKillMs = 1_500;
/** How much the clocks of the carrier and of the servers may differ. */
const differenceMs = 1_000;

export interface Dialing {
  readonly callId: string;
  readonly number: string;
  /** When it was decided, by the pretended clock. */
  readonly since: number;
}

/** What is to be done, as the database has it. */
export interface Due {
  /** When it was asked for, in real time. */
  readonly askedAt: number;
  /** Somebody could be called now. */
  readonly now: boolean;
  readonly dialing: readonly Dialing[];
  /** Calls are up. */
  readonly up: boolean;
  /** When somebody is called next; null: nobody is to be. */
  readonly next: number | null;
  /** When it is asked next what became of a call. */
  readonly lease: number | null;
}

/**
 * The clock of a simulated week, for the servers and the carrier alike. It runs while somebody is to be called, but never
 * into the last minute of a quarter of an hour, in which hours may end. It goes on from there, and over the hours in which
 * nobody is to be called, when it stands still and everybody who was decided upon before is known to the carrier: on a busy
 * machine a dial may take seconds, and those would be minutes of the week.
 */
export class WeekClock {
  readonly #file: string;
  readonly #lab: Lab;
  readonly #stepMs: number;
  #time = { date: 0, rate: 0, until: 0, at: 0 };
  #stop: ReturnType<typeof setTimeout> | undefined;
  #leaps = 0;
  #leaptAt = 0;
  #killedAt = 0;
  #calls = 0;
  /** When a number was dialled last, by the pretended clock. */
  readonly #dialled = new Map<string, number>();
  /** Since when a call is known to be dialled, in real time. */
  #seen = new Map<string, number>();

  /** `stepMs`: after a time in which nobody can be called it goes on at a multiple of this. */
  constructor(file: string, lab: Lab, begins: Date, stepMs: number) {
    this.#file = file;
    this.#stepMs = stepMs;
    this.#lab = lab;
    this.#set(begins.getTime(), 0);
    lab.onEntry((entry) => {
      if (entry.kind !== 'call' || entry.record.status !== 'queued') return;
      this.#calls += 1;
      this.#dialled.set(entry.record.to, this.now());
    });
  }

  /** How many calls the carrier was asked for. */
  get calls(): number {
    return this.#calls;
  }

  now(): number {
    const { date, rate, until, at } = this.#time;
    return Math.min(date + (Date.now() - at) * rate, until);
  }

  run(rate = fast): void {
    this.#set(this.now(), rate);
  }

  /** Server or database were killed: nobody finishes what they were doing. */
  killed(): void {
    this.#killedAt = Date.now();
  }

  close(): void {
    clearTimeout(this.#stop);
  }

  advance({ askedAt, now: isDue, dialing, up, next, lease }: Due): void {
    const real = Date.now();
    const still = this.#stillSince();
    if (still === null || askedAt < still) {
      if (still === null && !isDue) this.#set(this.now(), 0);
      return;
    }
    if (this.#isDialling(dialing, real)) return;
    if (isDue) {
      const mark = this.#markAfter(this.now());
      if (mark - this.now() <= lastMs) this.#go(mark);
      else this.run();
      return;
    }
    const wait = next === null ? endMs : hourMs;
    if (up && real - this.#leaptAt < wait) return;
    const planned = next ?? lease;
    if (planned !== null) this.#go(Math.max(this.now(), this.#leap(planned)));
  }

  /** Since when it stands still, in real time. */
  #stillSince(): number | null {
    const { date, rate, until, at } = this.#time;
    if (rate === 0) return at;
    const since = at + (until - date) / rate;
    return since <= Date.now() ? since : null;
  }

  #isDialling(dialing: readonly Dialing[], real: number): boolean {
    const seenAt = new Map(dialing.map(({ callId }) => [callId, this.#seen.get(callId) ?? real]));
    this.#seen = seenAt;
    return dialing.some(({ callId, number, since }) => {
      const seen = seenAt.get(callId) ?? real;
      if ((this.#dialled.get(number) ?? Number.NEGATIVE_INFINITY) >= since - differenceMs) return false;
      return seen < this.#killedAt ? real - this.#killedAt < afterKillMs : real - seen < patienceMs;
    });
  }

  #markAfter(time: number): number {
    return Math.floor(time / markMs) * markMs + markMs;
  }

  /** The end of the step in which something is planned; every third time a moment before it, when hours end. */
  #leap(next: number): number {
    const end = Math.ceil(next / this.#stepMs) * this.#stepMs;
    return this.#leaps % 3 === 2 && end - beforeEndMs >= next ? end - beforeEndMs : end;
  }

  #go(date: number): void {
    this.#leaps += 1;
    this.#leaptAt = Date.now();
    this.#set(date, fast);
  }

  #set(date: number, rate: number): void {
    clearTimeout(this.#stop);
    const until = Math.max(date, this.#markAfter(date) - lastMs);
    this.#time = { date, rate, until, at: Date.now() };
    this.#lab.pretendTime({ date, rate });
    setPretendedClock(this.#file, { date, rate, until });
    if (rate > 0)
      this.#stop = setTimeout(() => this.#lab.pretendTime({ date: until, rate: 0 }), (until - date) / rate);
  }
}
