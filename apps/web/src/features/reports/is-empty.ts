import type { Report } from '../../lib/parsing/reports.ts';
import { callsIn } from './results.ts';

/** Nothing happened in these days. */
export function isEmpty({ days, costs }: Report): boolean {
  return (
    costs.every((each) => each.days.length === 0) &&
    days.every(
      ({ results, followUpsOpened, followUpsClosed, optOuts }) =>
        callsIn(results) + followUpsOpened + followUpsClosed + optOuts === 0,
    )
  );
}
