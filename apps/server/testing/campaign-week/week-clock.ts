import type { Lab } from '@parley/phone-lab';
import { setPretendedClock } from './pretended-clock.ts';

/** How many times faster than real time the hours go by while people are called. */
const rate = 30;
/** Hours begin and end at these times in every zone. */
const markMs = 15 * 60_000;
/** Nobody is dialled in the last minute of a window. */
const lastMs = 59_000;
/** Whoever was decided upon has been dialled after so long without a new call. */
const quietMs = 400;
/** Nobody is dialled in the last minute of their hours; this is a little earlier. */
const beforeEndMs = 65_000;
/** A server that was killed leaves somebody behind who is being dialled. */
const patienceMs = 3_000;

/** What is to be done, as the database has it. */
export interface Due {
  /** Somebody could be called now. */
  readonly now: boolean;
  readonly dialing: boolean;
  /** When something happens next; null: nothing is planned. */
  readonly next: number | null;
}

/**
 * The clock of a simulated week, for the servers and the carrier alike. It runs while people are called, leaps over the
 * hours in which nobody is, and stands still before a quarter of an hour ends until whoever was decided upon is dialled: on
 * a busy machine a decision may take seconds, and those would be minutes of the week.
 */
export class WeekClock {
  readonly #file: string;
  readonly #lab: Lab;
  #frozenAt: number | null = null;
  #lastCall = 0;
  #leaps = 0;
  readonly #stepMs: number;

  /** `stepMs`: after a time in which nobody can be called it goes on at a multiple of this. */
  constructor(file: string, lab: Lab, begins: Date, stepMs: number) {
    this.#file = file;
    this.#stepMs = stepMs;
    this.#lab = lab;
    this.#set(begins.getTime(), 0);
    lab.onEntry((entry) => {
      if (entry.kind === 'call' && entry.record.status === 'queued') this.#lastCall = Date.now();
    });
  }

  now(): number {
    return this.#lab.pretendedTime().date;
  }

  run(): void {
    this.#set(this.now(), rate);
  }

  advance({ now: isDue, dialing, next }: Due): void {
    const now = this.now();
    const mark = Math.floor(now / markMs) * markMs + markMs;
    const real = Date.now();
    if (mark - now <= lastMs) {
      if (this.#frozenAt === null) {
        this.#set(now, 0);
        this.#frozenAt = real;
      }
      const waited = real - Math.max(this.#frozenAt, this.#lastCall);
      if (waited > (dialing ? patienceMs : quietMs))
        this.#go(isDue ? mark : Math.max(mark, this.#leap(next ?? mark)));
    } else if (!isDue && next !== null && next > now + 5_000) {
      const leap = this.#leap(next);
      if (leap > now && real - this.#lastCall > (dialing ? patienceMs : quietMs)) this.#go(leap);
    }
  }

  /** The end of the step in which something is planned; every third time a moment before it, when hours end. */
  #leap(next: number): number {
    const end = Math.ceil(next / this.#stepMs) * this.#stepMs;
    return this.#leaps % 3 === 2 && end - beforeEndMs >= next ? end - beforeEndMs : end;
  }

  #go(date: number): void {
    this.#leaps += 1;
    this.#frozenAt = null;
    this.#set(date, rate);
  }

  #set(date: number, speed: number): void {
    this.#lab.pretendTime({ date, rate: speed });
    setPretendedClock(this.#file, { date, rate: speed });
  }
}
