import type { ReportCost } from '@parley/contract';
import { moneyText } from '../../../lib/money-text.ts';
import type { Report } from '../../../lib/parsing/reports.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import type { CardProps } from '../card-props.ts';
import { moneyTick } from '../format.ts';
import { ReportCard } from '../report-card.tsx';
import { isByWeek, spansOf } from '../spans.ts';

type Costs = Report['costs'][number];

interface CostCardProps extends CardProps {
  costs: Costs;
  /** Several currencies: each card says which. */
  named: boolean;
}

export const costOf = (cost: ReportCost) =>
  cost.carrierFinal + cost.modelFinal + cost.carrierEstimate + cost.modelEstimate;
export const estimateOf = (cost: ReportCost) => cost.carrierEstimate + cost.modelEstimate;

/** All sums of the card with the same number of digits. */
function moneyIn({ currency, days }: Costs): (micros: number) => string {
  const largest = Math.max(0, ...days.map(costOf));
  return (micros) => moneyText(micros, currency, largest);
}

export function costData({ report, costs, callsLink }: CostCardProps): ChartData {
  const money = moneyIn(costs);
  const byDay = new Map(costs.days.map((day) => [day.day, day]));
  return {
    series: [
      { name: 'Carrier', fill: 'green' },
      { name: 'Model', fill: 'blue' },
      { name: 'Estimated', fill: 'open' },
    ],
    rowName: isByWeek(report.days) ? 'Week' : 'Day',
    moreNames: ['All'],
    format: money,
    rows: spansOf(report.days).map(({ from, to, label, tick, days }) => {
      const of = days.flatMap(({ day }) => byDay.get(day) ?? []);
      const sum = (what: (cost: ReportCost) => number) => of.reduce((all, cost) => all + what(cost), 0);
      return {
        ...{ key: from, label, tick },
        values: [sum((cost) => cost.carrierFinal), sum((cost) => cost.modelFinal), sum(estimateOf)],
        more: [money(sum(costOf))],
        link: of.length === 0 ? undefined : callsLink({ from, to }),
      };
    }),
  };
}

export function CostCard(props: CostCardProps) {
  const { report, costs, named } = props;
  const data = costData(props);
  const { currency, total } = costs;
  const money = moneyIn(costs);
  const title = `Cost a ${isByWeek(report.days) ? 'week' : 'day'}${named ? ` (${currency})` : ''}`;
  const estimate = estimateOf(total);
  return (
    <ReportCard
      byDay
      className="lg:col-span-2"
      name={`cost-${currency}`}
      title={title}
      subtitle={
        estimate === 0
          ? `${money(costOf(total))} in all`
          : `${money(costOf(total))} in all, of which ${money(estimate)} is estimated until the price is known`
      }
      example={report.example}
      empty={costOf(total) === 0 ? 'Nothing was spent in these days.' : null}
      chart={
        <BarChart
          label={title}
          data={data}
          formatTick={(micros, ticks) => moneyTick(micros, ticks, currency)}
          className="h-56"
        />
      }
      table={
        <ChartTable
          caption={title}
          {...tableOf(data)}
          total={['Sum', ...[total.carrierFinal, total.modelFinal, estimate, costOf(total)].map(money)]}
        />
      }
    />
  );
}
