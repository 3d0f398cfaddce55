import { callReasons } from '@parley/contract';
import { wordOf } from '../../../lib/word-of.ts';
import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import { RowChart } from '../../../ui/charts/row-chart.tsx';
import type { CardProps } from '../card-props.ts';
import { countText, partText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';
import { firstRows, shortened } from '../shortened.ts';

const title = 'Why calls failed or reached nobody';

export function failuresData({ report, callsLink }: CardProps): ChartData {
  const all = report.failures.reduce((sum, { calls }) => sum + calls, 0);
  return {
    series: [{ name: 'Calls', fill: 'red' }],
    rowName: 'Reason',
    moreNames: ['Part'],
    format: countText,
    rows: report.failures.map(({ reason, calls }) => ({
      key: reason ?? '',
      label: reason === null ? 'No reason is known' : wordOf(callReasons, reason).replace(/\.$/, ''),
      values: [calls],
      more: [partText(calls, all)],
      link: reason === null ? undefined : callsLink({ reason }),
    })),
  };
}

export function FailuresCard(props: CardProps) {
  const { report } = props;
  const data = failuresData(props);
  const all = report.failures.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <ReportCard
      name="failures"
      title={title}
      {...(all > 0 && { subtitle: [`${countText(all)} calls`, shortened(data)].filter(Boolean).join(' · ') })}
      example={report.example}
      empty={all === 0 ? 'Every call of these days reached somebody.' : null}
      chart={
        <RowChart
          label={title}
          data={firstRows(data)}
          endOf={({ values }) => countText(values[0] ?? 0)}
          endName="Calls"
        />
      }
      table={<ChartTable caption={title} {...tableOf(data)} total={['Sum', countText(all), '']} />}
    />
  );
}
