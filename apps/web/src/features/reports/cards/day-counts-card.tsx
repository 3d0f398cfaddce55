import type { ReportDay } from '@parley/contract';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import type { Fill } from '../../../ui/charts/fills.tsx';
import type { CardProps } from '../card-props.ts';
import { countText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';
import { isByWeek, spansOf, sumOf } from '../spans.ts';

interface Counted {
  name: string;
  fill: Fill;
  of: (day: ReportDay) => number;
}

const kinds = {
  'follow-ups': {
    title: 'Follow-ups opened and closed',
    empty: 'No follow-up was opened or closed in these days.',
    counted: [
      { name: 'Opened', fill: 'blue', of: ({ followUpsOpened }) => followUpsOpened },
      { name: 'Closed', fill: 'green', of: ({ followUpsClosed }) => followUpsClosed },
    ],
  },
  'opt-outs': {
    title: 'Opt-outs',
    empty: 'Nobody asked not to be called again in these days.',
    counted: [{ name: 'People', fill: 'red', of: ({ optOuts }) => optOuts }],
  },
} as const satisfies Record<string, { title: string; empty: string; counted: readonly Counted[] }>;

export function dayCountsData({ report }: CardProps, kind: keyof typeof kinds): ChartData {
  const counted: readonly Counted[] = kinds[kind].counted;
  return {
    series: counted,
    rowName: isByWeek(report.days) ? 'Week' : 'Day',
    format: countText,
    rows: spansOf(report.days).map(({ from, label, tick, days }) => ({
      ...{ key: from, label, tick },
      values: counted.map(({ of }) => sumOf(days, of)),
    })),
  };
}

export function DayCountsCard({ kind, ...props }: CardProps & { kind: keyof typeof kinds }) {
  const { report } = props;
  const { title, empty } = kinds[kind];
  const counted: readonly Counted[] = kinds[kind].counted;
  const data = dayCountsData(props, kind);
  const sums = counted.map(({ of }) => sumOf(report.days, of));
  const words = counted.map(({ name }, at) => `${countText(sums[at] ?? 0)} ${name.toLowerCase()}`);
  return (
    <ReportCard
      byDay
      name={kind}
      title={title}
      subtitle={`${words.join(', ')}, by ${isByWeek(report.days) ? 'week' : 'day'}`}
      example={report.example}
      empty={sums.every((sum) => sum === 0) ? empty : null}
      chart={<BarChart label={title} data={data} arranged="grouped" whole className="h-40" />}
      table={<ChartTable caption={title} {...tableOf(data)} total={['Sum', ...sums.map(countText)]} />}
    />
  );
}
