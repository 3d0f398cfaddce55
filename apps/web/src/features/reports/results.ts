import { type ReportResult, type ResultCounts, reportResultNames, reportResults } from '@parley/contract';
import type { ChartSeries } from '../../ui/charts/chart-data.ts';
import type { Fill } from '../../ui/charts/fills.tsx';

const fills: Readonly<Record<ReportResult, Fill>> = {
  reached: 'green',
  partly: 'amber',
  not: 'slate',
  unknown: 'blue',
  unanswered: 'grey',
  failed: 'red',
  open: 'open',
};

export interface ResultSeries extends ChartSeries {
  result: ReportResult;
}

/** The results that occur, in the order in which they are stacked. */
export function seriesIn(all: readonly ResultCounts[]): ResultSeries[] {
  return reportResultNames
    .filter((result) => all.some((counts) => counts[result] > 0))
    .map((result) => ({ result, name: reportResults[result], fill: fills[result] }));
}

export function callsIn(counts: ResultCounts): number {
  return reportResultNames.reduce((sum, result) => sum + counts[result], 0);
}

export function addedUp(all: readonly ResultCounts[]): ResultCounts {
  const sums = reportResultNames.map((result) => [result, all.reduce((sum, each) => sum + each[result], 0)]);
  return Object.fromEntries(sums) as ResultCounts;
}

/** Calls whose result is known. */
export function knownIn({ reached, partly, not }: ResultCounts): number {
  return reached + partly + not;
}
