import { describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { exampleReport } from './example-report.ts';
import { latencyGroup, latencyGroupOf, latencyQuantile } from './latency-groups.ts';
import { report, reportQuery } from './report.ts';
import { daysBetween, weekdayOf } from './report-days.ts';

describe('RE1: the days of a report', () => {
  test.each([
    ['2026-02-30', '2026-03-01', 'A day is written as 2026-10-31.'],
    ['yesterday', '2026-03-01', 'A day is written as 2026-10-31.'],
    ['2026-03-02', '2026-03-01', 'The first day has to be before the last.'],
    ['2025-01-01', '2026-02-05', 'A report covers at most 400 days.'],
  ])('%s to %s is refused: %s', (from, to, sentence) => {
    expect(safeParse(reportQuery, { from, to }).error?.issues[0]?.message).toBe(sentence);
  });

  test('are at most 400, the first and the last included', () => {
    const days = { from: '2025-01-01', to: '2026-02-04' };
    expect(safeParse(reportQuery, days).error).toBeUndefined();
    expect(daysBetween(days.from, days.to)).toHaveLength(400);
    expect(daysBetween('2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(weekdayOf('2026-11-16')).toBe(0);
  });
});

describe('RE7: latencies', () => {
  test('are in the group whose bounds they are within', () => {
    for (const ms of [0, 1, 49, 50, 51, 99, 480, 1_000, 52_000, 10_000_000]) {
      const { fromMs, belowMs } = latencyGroup(latencyGroupOf(ms));
      expect(fromMs).toBeLessThanOrEqual(ms);
      expect(belowMs ?? Number.POSITIVE_INFINITY).toBeGreaterThan(ms);
    }
  });

  test('have a median and a 95th percentile within 5 % of the exact ones', () => {
    const exact = Array.from({ length: 2_000 }, (_, n) => 300 + ((n * 7_919) % 1_700)).toSorted(
      (a, b) => a - b,
    );
    const counted = new Map<number, number>();
    for (const ms of exact) counted.set(latencyGroupOf(ms), (counted.get(latencyGroupOf(ms)) ?? 0) + 1);
    const groups = [...counted]
      .toSorted(([a], [b]) => a - b)
      .map(([number, turns]) => ({ ...latencyGroup(number), turns }));
    for (const part of [0.5, 0.95]) {
      const wanted = exact[Math.ceil(exact.length * part) - 1] ?? 0;
      expect(Math.abs((latencyQuantile(groups, part) ?? 0) - wanted) / wanted).toBeLessThan(0.05);
    }
    expect(latencyQuantile([], 0.5)).toBeNull();
  });
});

describe('RE10: the example for an organization without calls', () => {
  const wanted = { from: '2026-10-01', to: '2026-10-31', timeZone: 'Europe/Berlin', currency: 'EUR' };
  const made = exampleReport(wanted);

  test('says that it is one, and is the same each time', () => {
    expect(made.example).toBe(true);
    expect(exampleReport(wanted)).toEqual(made);
    expect(safeParse(report, made).error).toBeUndefined();
  });

  test('agrees with itself: each call of a day has one result', () => {
    expect(made.days).toHaveLength(31);
    for (const { results, inbound, outbound, answered } of made.days) {
      const calls = Object.values(results).reduce((sum, counted) => sum + counted, 0);
      expect(inbound + outbound).toBe(calls);
      expect(answered).toBe(calls - results.unanswered - results.failed);
    }
  });

  test('agrees with itself: every outbound call was placed at some hour', () => {
    const outbound = made.days.reduce((sum, day) => sum + day.outbound, 0);
    expect(made.hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(outbound);
    for (const { calls, answered } of made.hours) expect(answered).toBeLessThanOrEqual(calls);
  });

  test('agrees with itself: lengths, agents, versions, templates and reasons add up to the days', () => {
    const sumOf = (results: (typeof made.days)[number]['results']) =>
      Object.values(results).reduce((sum, counted) => sum + counted, 0);
    const all = made.days.reduce((sum, { results }) => sum + sumOf(results), 0);
    for (const rows of [made.agents, made.versions, made.templates])
      expect(rows.reduce((sum, { results }) => sum + sumOf(results), 0)).toBe(all);
    const added = (pick: (day: (typeof made.days)[number]) => number) =>
      made.days.reduce((sum, day) => sum + pick(day), 0);
    expect(made.lengths.reduce((sum, { calls }) => sum + calls, 0)).toBe(added((day) => day.answered));
    expect(made.lengths.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(added((day) => day.seconds));
    for (const { from, below, calls, seconds } of made.lengths) {
      expect(seconds).toBeGreaterThanOrEqual(from * calls);
      if (below !== null) expect(seconds).toBeLessThanOrEqual(below * calls);
    }
    expect(made.failures.reduce((sum, { calls }) => sum + calls, 0)).toBe(
      added(({ results }) => results.unanswered + results.failed),
    );
  });
});
