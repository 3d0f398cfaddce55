import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import { RowChart } from '../../../ui/charts/row-chart.tsx';
import type { CardProps } from '../card-props.ts';
import { countText, lengthText, partText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';

const title = 'Length of answered calls';

export function lengthData({ report, callsLink }: CardProps): ChartData {
  const all = report.lengths.reduce((sum, { calls }) => sum + calls, 0);
  const last = report.lengths.findLastIndex(({ calls }) => calls > 0);
  return {
    series: [{ name: 'Calls', fill: 'blue' }],
    rowName: 'Length',
    moreNames: ['Part'],
    format: countText,
    rows: report.lengths.slice(0, last + 1).map(({ from, below, calls }) => ({
      key: String(from),
      label: boundsText(from, below),
      values: [calls],
      more: [partText(calls, all)],
      link:
        calls === 0
          ? undefined
          : callsLink({ shortest: from, ...(below !== null && { longest: below - 1 }) }),
    })),
  };
}

function boundsText(from: number, below: number | null): string {
  if (below === null) return `${lengthText(from)} or longer`;
  if (from === 0) return `under ${lengthText(below)}`;
  const unit = below >= 120 ? 60 : 1;
  return `${from / unit}–${below / unit} ${unit === 60 ? 'min' : 's'}`;
}

export function LengthCard(props: CardProps) {
  const { report } = props;
  const data = lengthData(props);
  const calls = report.lengths.reduce((sum, each) => sum + each.calls, 0);
  const seconds = report.lengths.reduce((sum, each) => sum + each.seconds, 0);
  return (
    <ReportCard
      name="length"
      title={title}
      {...(calls > 0 && {
        subtitle: `${lengthText(seconds / calls)} on average, ${lengthText(seconds)} together`,
      })}
      example={report.example}
      empty={calls === 0 ? 'No call was answered in these days.' : null}
      chart={
        <RowChart
          label={title}
          data={data}
          endOf={({ values }) => countText(values[0] ?? 0)}
          endName="Calls"
        />
      }
      table={<ChartTable caption={title} {...tableOf(data)} total={['Sum', countText(calls), '']} />}
    />
  );
}
