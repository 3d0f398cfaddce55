import { expect, test } from 'vitest';
import { periodOf, withDay, withPeriod } from './period.ts';

const today = '2026-03-17';
const asked = (address: string) => periodOf(new URLSearchParams(address), today);

test.each([
  ['', '30', '2026-02-16', '2026-03-17'],
  ['period=7', '7', '2026-03-11', '2026-03-17'],
  ['period=90', '90', '2025-12-18', '2026-03-17'],
  ['period=month', 'month', '2026-03-01', '2026-03-17'],
  ['period=last-month', 'last-month', '2026-02-01', '2026-02-28'],
  ['period=odd', '30', '2026-02-16', '2026-03-17'],
  ['from=2026-01-05&to=2026-01-05', null, '2026-01-05', '2026-01-05'],
  ['from=2026-02-30&to=2026-03-01&period=7', '7', '2026-03-11', '2026-03-17'],
])('P302: the address %s names its days', (address, name, from, to) => {
  expect(asked(address)).toEqual({ name, from, to, wrong: null });
});

test('P302: days that make no report are refused in words', () => {
  expect(asked('from=2026-03-02&to=2026-03-01').wrong).toBe('The first day is after the last day.');
  expect(asked('from=2025-01-01&to=2026-02-04').wrong).toBeNull();
  expect(asked('from=2025-01-01&to=2026-02-05').wrong).toBe('A report covers at most 400 days.');
});

test('P302: a day that is changed keeps the other one, and whatever else the address says', () => {
  const first = withDay(new URLSearchParams('period=7&side=real'), 'from', '2026-03-01', today);
  expect(first.toString()).toBe('side=real&from=2026-03-01&to=2026-03-17');
  const both = withDay(first, 'to', '2026-03-05', today);
  expect(both.toString()).toBe('side=real&from=2026-03-01&to=2026-03-05');
  expect(withPeriod(both, 'month').toString()).toBe('side=real&period=month');
  expect(withPeriod(both, '30').toString()).toBe('side=real');
});
