import { isReportDay, reportDaysMax, reportDaysOf } from '@parley/contract';
import { type LocalDate, plusDays } from '../../lib/zoned-time.ts';

/** The days of a report, both included. */
export interface Range {
  from: LocalDate;
  to: LocalDate;
}

export const periodNames = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
} as const;
export type PeriodName = keyof typeof periodNames;
const usual: PeriodName = '30';

export function isPeriodName(text: string | null): text is PeriodName {
  return text !== null && Object.hasOwn(periodNames, text);
}

export interface Period extends Range {
  /** Null: days of the reader's own. */
  name: PeriodName | null;
  /** Why there is no such report; null: there is one. */
  wrong: string | null;
}

/** What the address asks for. Today is the day in the organization's time zone. */
export function periodOf(params: URLSearchParams, today: LocalDate): Period {
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  if (isReportDay(from) && isReportDay(to)) return { name: null, from, to, wrong: wrongWith(from, to) };
  const named = params.get('period');
  const name = isPeriodName(named) ? named : usual;
  return { name, ...rangeOf(name, today), wrong: null };
}

export function rangeOf(name: PeriodName, today: LocalDate): Range {
  const first = `${today.slice(0, 7)}-01`;
  switch (name) {
    case 'month':
      return { from: first, to: today };
    case 'last-month': {
      const last = plusDays(first, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    default:
      return { from: plusDays(today, 1 - Number(name)), to: today };
  }
}

function wrongWith(from: LocalDate, to: LocalDate): string | null {
  if (from > to) return 'The first day is after the last day.';
  if (reportDaysOf(from, to) > reportDaysMax) return `A report covers at most ${reportDaysMax} days.`;
  return null;
}

/** The address after a choice. What else stands in it stays. */
export function withPeriod(params: URLSearchParams, name: PeriodName): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('from');
  next.delete('to');
  if (name === usual) next.delete('period');
  else next.set('period', name);
  return next;
}

/** The address after one of the two days was changed: the other one is the one that it names now. */
export function withDay(
  params: URLSearchParams,
  which: keyof Range,
  day: LocalDate,
  today: LocalDate,
): URLSearchParams {
  const { from, to } = periodOf(params, today);
  const next = new URLSearchParams(params);
  next.delete('period');
  next.set('from', from);
  next.set('to', to);
  next.set(which, day);
  return next;
}
