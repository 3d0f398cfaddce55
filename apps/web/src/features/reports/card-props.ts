import type { CallFilterName } from '@parley/contract';
import type { Report } from '../../lib/parsing/reports.ts';
import type { LinkOf } from '../../ui/charts/chart-data.ts';

export type CallsFilter = Readonly<Partial<Record<CallFilterName, string | number>>>;

export interface CardProps {
  report: Report;
  /** Links to the calls of the report that fit a filter; undefined where there are none to show. */
  callsLink: (filter: CallsFilter) => LinkOf | undefined;
}
