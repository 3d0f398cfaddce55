import { exampleReport } from '@parley/contract';
import { expect, test } from 'vitest';
import { endsOf, hoursOf } from './cards/answer-rate-card.tsx';
import { callsData } from './cards/calls-card.tsx';
import { costData, costOf } from './cards/cost-card.tsx';
import { dayCountsData } from './cards/day-counts-card.tsx';
import { resultsData } from './cards/results-card.tsx';
import { lengthText, partText } from './format.ts';
import { isEmpty } from './is-empty.ts';
import { callsIn } from './results.ts';

const reportOf = (from: string, to: string) =>
  exampleReport({ from, to, timeZone: 'America/New_York', currency: 'USD' });
const callsLink = () => undefined;
const all = (rows: readonly { values: readonly number[] }[]) =>
  rows.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);

test.each([
  ['by day', reportOf('2026-10-01', '2026-10-31'), 31],
  ['by week', reportOf('2025-11-01', '2026-10-31'), 53],
])('P303: %s, no call, follow-up or cent is left out of a chart', (_, report, bars) => {
  const calls = report.days.reduce((sum, { results }) => sum + callsIn(results), 0);
  const data = callsData({ report, callsLink });
  expect(data.rows).toHaveLength(bars);
  expect(all(data.rows)).toBe(calls);
  const followUps = report.days.reduce((sum, day) => sum + day.followUpsOpened + day.followUpsClosed, 0);
  expect(all(dayCountsData({ report, callsLink }, 'follow-ups').rows)).toBe(followUps);
  const [costs] = report.costs;
  if (costs === undefined) throw new Error('no costs');
  expect(all(costData({ report, callsLink, costs, named: false }).rows)).toBe(costOf(costs.total));
  const agents = report.agents.reduce((sum, { results }) => sum + callsIn(results), 0);
  expect(all(resultsData({ report, callsLink }, 'agents').rows)).toBe(agents);
});

test('the heat map shows the hours with calls, and at least eight', () => {
  const at = (hour: number) => ({ weekday: 'monday' as const, hour, calls: 1, answered: 1 });
  expect(hoursOf([at(9), at(17)])).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(hoursOf([at(0)])).toHaveLength(8);
  expect(hoursOf([at(23)])).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
  expect(hoursOf([at(0), at(23)])).toHaveLength(24);
});

test('the steps of the heat map are around the rates that occur', () => {
  const of = (answered: number) => ({ weekday: 'monday' as const, hour: 9, calls: 100, answered });
  expect(endsOf([of(58), of(95)])).toEqual([0.5, 1]);
  expect(endsOf([of(100)])).toEqual([0.8, 1]);
  expect(endsOf([of(0)])).toEqual([0, 0.2]);
  expect(endsOf([])).toEqual([0, 1]);
});

test('figures are written for people', () => {
  expect([42, 60, 95, 7_500].map(lengthText)).toEqual(['42 s', '1 min', '1 min 35 s', '2 h 5 min']);
  expect([partText(0, 0), partText(1, 3)]).toEqual(['–', '33%']);
});

test('days on which nothing happened make an empty report', () => {
  const report = reportOf('2026-10-01', '2026-10-02');
  expect(isEmpty(report)).toBe(false);
  expect(isEmpty({ ...report, days: [], costs: [] })).toBe(true);
});
