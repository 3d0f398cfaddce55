import { bookableDays, dayOf, type PartOfDay, partOf, readDay, spoken, timesOf } from './opening-hours.ts';
import type { Appointment, Book, BookStore, KeptAnswer } from './store.ts';

/** A refusal, with the status and the code that the caller gets. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** Free times that are offered instead. */
  readonly times: readonly FreeTime[] | undefined;
  constructor(status: number, code: string, message: string, times?: readonly FreeTime[]) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.times = times;
  }
}

export interface FreeTime {
  start: string;
  spoken: string;
}

export interface NewAppointment {
  patient: string;
  start: string;
  phone: string | null;
  reason: string | null;
}

const mostTimes = 8;
const mostAnswers = 10_000;

/** The appointments of a practice. Every change is on the disk before it is answered. */
export class Calendar {
  readonly #store: BookStore;
  readonly #now: () => Date;
  #book: Book;

  constructor(store: BookStore, now: () => Date = () => new Date()) {
    this.#store = store;
    this.#now = now;
    this.#book = store.read();
  }

  /** All appointments that were ever booked. */
  all(): readonly Appointment[] {
    return this.#book.appointments;
  }

  ofPatient(patient: string): Appointment[] {
    const name = patient.trim().toLowerCase();
    return this.#booked().filter((one) => one.patient.toLowerCase() === name);
  }

  freeTimes(asked: { day?: string | undefined; part?: PartOfDay | undefined }): FreeTime[] {
    const today = dayOf(this.#now());
    const day = asked.day === undefined ? null : readDay(asked.day, today);
    if (asked.day !== undefined && day === null)
      throw new Refused(400, 'invalid_day', `${asked.day} is neither a date like 2026-11-19 nor a weekday.`);
    const taken = new Set(this.#booked().map(({ start }) => start));
    return bookableDays(today)
      .filter((one) => day === null || one === day)
      .flatMap(timesOf)
      .filter((start) => !taken.has(start) && (asked.part === undefined || partOf(start) === asked.part))
      .slice(0, mostTimes)
      .map((start) => ({ start, spoken: spoken(start) }));
  }

  book(asked: NewAppointment, key: string | null): Appointment {
    this.#requireFree(asked.start);
    const lastId = this.#book.lastId + 1;
    const appointment: Appointment = {
      id: `A${lastId}`,
      ...asked,
      status: 'booked',
      bookedAt: this.#now().toISOString(),
      key,
    };
    this.#change({ ...this.#book, lastId, appointments: [...this.#book.appointments, appointment] });
    return appointment;
  }

  move(id: string, start: string): Appointment {
    const old = this.#find(id);
    if (old.start === start) return old;
    this.#requireFree(start);
    return this.#replace({ ...old, start });
  }

  cancel(id: string): Appointment {
    return this.#replace({ ...this.#find(id), status: 'cancelled' });
  }

  answerTo(key: string): KeptAnswer | null {
    return this.#book.answers[key] ?? null;
  }

  /** Does the work and keeps its answer in one write: there is never the one without the other. */
  once(key: string, request: string, work: () => { status: number; body: unknown }): KeptAnswer {
    const store = this.#book;
    this.#isHeld = true;
    try {
      const answer = { request, ...work(), at: this.#now().toISOString() };
      const kept = Object.entries(this.#book.answers).slice(-mostAnswers + 1);
      this.#book = { ...this.#book, answers: { ...Object.fromEntries(kept), [key]: answer } };
      this.#store.write(this.#book);
      return answer;
    } catch (error) {
      this.#book = store;
      throw error;
    } finally {
      this.#isHeld = false;
    }
  }

  #isHeld = false;

  #change(book: Book): void {
    if (!this.#isHeld) this.#store.write(book);
    this.#book = book;
  }

  #replace(appointment: Appointment): Appointment {
    const appointments = this.#book.appointments.map((one) =>
      one.id === appointment.id ? appointment : one,
    );
    this.#change({ ...this.#book, appointments });
    return appointment;
  }

  #booked(): Appointment[] {
    return this.#book.appointments.filter(({ status }) => status === 'booked');
  }

  #find(id: string): Appointment {
    const found = this.#booked().find((one) => one.id === id);
    if (!found) throw new Refused(404, 'no_appointment', `There is no appointment ${id}.`);
    return found;
  }

  #requireFree(start: string): void {
    const day = start.slice(0, 10);
    if (!bookableDays(dayOf(this.#now())).includes(day) || !timesOf(day).includes(start))
      throw new Refused(400, 'closed', `${start} is not a time at which an appointment can begin.`);
    if (!this.#booked().some((one) => one.start === start)) return;
    const times = this.freeTimes({ day });
    throw new Refused(409, 'taken', `${spoken(start)} is taken.`, times);
  }
}
