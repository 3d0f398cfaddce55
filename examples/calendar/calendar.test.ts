import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Calendar } from './calendar.ts';
import { spoken } from './opening-hours.ts';
import { fileStore, memoryStore } from './store.ts';

// A Monday.
const now = () => new Date(2026, 10, 16, 10, 0);
const person = { patient: 'Ann Miller', phone: null, reason: null };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('free times', () => {
  it('are those of opening hours, from tomorrow on', () => {
    const [first] = new Calendar(memoryStore(), now).freeTimes({});
    expect(first).toEqual({ start: '2026-11-17T09:00', spoken: 'Tuesday, November 17 at 9:00 AM' });
  });

  it('can be asked for by weekday, date and part of the day', () => {
    const calendar = new Calendar(memoryStore(), now);
    const [thursday] = calendar.freeTimes({ day: 'thursday', part: 'afternoon' });
    expect(thursday?.start).toBe('2026-11-19T13:00');
    expect(calendar.freeTimes({ day: '2026-11-19' })[0]?.start).toBe('2026-11-19T09:00');
    // Today is over: the next Monday is meant.
    expect(calendar.freeTimes({ day: 'Monday' })[0]?.start).toBe('2026-11-23T09:00');
    expect(calendar.freeTimes({ day: 'Sunday' })).toEqual([]);
    expect(() => calendar.freeTimes({ day: 'someday' })).toThrow('neither a date');
  });

  it('are said as on the telephone', () => {
    expect(spoken('2026-11-19T15:00')).toBe('Thursday, November 19 at 3:00 PM');
    expect(spoken('2026-11-19T12:30')).toBe('Thursday, November 19 at 12:30 PM');
  });
});

describe('appointments', () => {
  it('are booked once, moved and cancelled', () => {
    const calendar = new Calendar(memoryStore(), now);
    const booked = calendar.book({ ...person, start: '2026-11-19T15:00' }, null);
    expect(() => calendar.book({ ...person, start: '2026-11-19T15:00' }, null)).toThrow('is taken');
    expect(
      calendar.freeTimes({ day: 'Thursday', part: 'afternoon' }).map(({ start }) => start),
    ).not.toContain('2026-11-19T15:00');
    expect(calendar.move(booked.id, '2026-11-20T09:00')).toMatchObject({ start: '2026-11-20T09:00' });
    expect(calendar.ofPatient('ann miller')).toHaveLength(1);
    calendar.cancel(booked.id);
    expect(calendar.ofPatient('Ann Miller')).toEqual([]);
    expect(() => calendar.cancel(booked.id)).toThrow('no appointment');
  });

  it.each(['2026-11-21T09:00', '2026-11-19T12:00', '2026-11-19T09:10', '2026-11-16T15:00', 'tomorrow'])(
    'cannot begin at %s',
    (start) => {
      expect(() => new Calendar(memoryStore(), now).book({ ...person, start }, null)).toThrow('not a time');
    },
  );

  it('outlive the program, whole', () => {
    const file = join(folder, 'deep', 'calendar.json');
    const first = new Calendar(fileStore(file), now);
    first.book({ ...person, start: '2026-11-19T15:00' }, 'key');
    expect(new Calendar(fileStore(file), now).all()).toEqual(first.all());
    expect(readdirSync(join(folder, 'deep'))).toEqual(['calendar.json']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ schema: 1 });
  });

  it('are as before when they cannot be written', () => {
    const store = memoryStore();
    const calendar = new Calendar({ ...store, write: () => fail() }, now);
    const fail = (): never => {
      throw new Error('disk full');
    };
    expect(() => calendar.book({ ...person, start: '2026-11-19T15:00' }, null)).toThrow('disk full');
    const work = () => {
      calendar.book({ ...person, start: '2026-11-19T15:00' }, 'k');
      return { status: 201, body: {} };
    };
    expect(() => calendar.once('k', 'request', work)).toThrow('disk full');
    expect(calendar.all()).toEqual([]);
  });
});
