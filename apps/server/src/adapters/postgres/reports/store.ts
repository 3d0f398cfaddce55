import { daysBetween } from '@parley/contract';
import type { FactKind } from '../../../lib/report-facts.ts';
import { type Names, reportOf, type Sum } from '../../../lib/report-of-sums.ts';
import type { ReportStore } from '../../../ports/reports.ts';
import type { Database } from '../database.ts';

/** Of these the report says which day; of hours, which day of the week; of all others only the sum. */
const daily = [
  ...(['result', 'direction', 'answered', 'cost', 'follow-up', 'opt-out'] as const),
] satisfies readonly FactKind[];
const dailyList = daily.map((kind) => `'${kind}'`).join(', ');

/** Whole numbers instead of dates, and no exact decimals: half of the time of a long report goes into grouping. */
const sums = `
  select kind, key, case when kind in (${dailyList}) then day - $1::date
    when kind = 'hour' then extract(isodow from day)::int end, sum(counted::int), sum(amount::float8)
  from report_days where day between $1::date and $2::date and ($3::text = '' or side in ('', $3::text))
  group by 1, 2, 3`;

/** Sums of calls that are gone stay, with nothing in them: who had calls is not shown what calls look like. */
const state = `
  select exists (select from calls where mode = 'live') or exists (select from report_days where kind = 'result'),
    coalesce((select stage is null and zone = coalesce((select time_zone from organizations), 'UTC')
      from report_tenants), true)`;
const agentNames = 'select id, display_name from agents';
const templateNames = 'select id, name from templates';

type SumRow = [kind: FactKind, key: string, at: number | null, counted: number, amount: number];

export function createReportStore(database: Database): ReportStore {
  return {
    read: async (tenantId, { from, to, side = '' }, organization) => {
      const [[now], rows, agents, templates] = await database.readForTenant(tenantId, [
        { text: state, values: [] },
        { text: sums, values: [from, to, side] },
        { text: agentNames, values: [] },
        { text: templateNames, values: [] },
      ]);
      const [hasCalls, complete] = now as unknown as [boolean, boolean];
      if (!hasCalls) return null;
      const days = daysBetween(from, to);
      const counted = (rows as unknown as SumRow[]).map(([kind, key, at, count, amount]): Sum => {
        const place = at === null ? null : kind === 'hour' ? String(at) : (days[at] ?? null);
        return { kind, key, place, counted: count, amount };
      });
      const names: Names = {
        agents: new Map(agents as unknown as [string, string][]),
        templates: new Map(templates as unknown as [string, string][]),
      };
      return { ...reportOf(counted, names, { from, to, ...organization }), complete: Boolean(complete) };
    },
  };
}
