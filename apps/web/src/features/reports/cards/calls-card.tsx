import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import type { CardProps } from '../card-props.ts';
import { countText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';
import { addedUp, callsIn, seriesIn } from '../results.ts';
import { isByWeek, spansOf } from '../spans.ts';

export function callsData({ report, callsLink }: CardProps): ChartData {
  const series = seriesIn(report.days.map(({ results }) => results));
  return {
    series,
    rowName: isByWeek(report.days) ? 'Week' : 'Day',
    moreNames: ['All'],
    format: countText,
    rows: spansOf(report.days).map(({ from, to, label, tick, days }) => {
      const counts = addedUp(days.map(({ results }) => results));
      return {
        ...{ key: from, label, tick },
        values: series.map(({ result }) => counts[result]),
        more: [countText(callsIn(counts))],
        link: callsIn(counts) === 0 ? undefined : callsLink({ from, to }),
      };
    }),
  };
}

export function CallsCard(props: CardProps) {
  const { report } = props;
  const data = callsData(props);
  const total = addedUp(report.days.map(({ results }) => results));
  const title = isByWeek(report.days) ? 'Calls a week, by result' : 'Calls a day, by result';
  return (
    <ReportCard
      byDay
      className="lg:col-span-2"
      name="calls"
      title={title}
      example={report.example}
      empty={callsIn(total) === 0 ? 'No calls in these days.' : null}
      chart={<BarChart label={title} data={data} whole className="h-64" />}
      table={
        <ChartTable
          caption={title}
          {...tableOf(data)}
          total={[
            'Sum',
            ...seriesIn([total]).map(({ result }) => countText(total[result])),
            countText(callsIn(total)),
          ]}
        />
      }
    />
  );
}
