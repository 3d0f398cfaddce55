import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import { MiddleAndHighChart } from '../../../ui/charts/middle-and-high-chart.tsx';
import type { CardProps } from '../card-props.ts';
import { countText, latencyText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';

const title = 'Latency of replies';

interface LatencyCardProps extends CardProps {
  /** The engines as screens name them. */
  engineNames: Readonly<Record<string, string>>;
}

export function latencyData({ report, engineNames }: LatencyCardProps): ChartData {
  return {
    series: [
      { name: 'Median', fill: 'blue' },
      { name: '95th percentile', fill: 'amber' },
    ],
    rowName: 'Engine',
    moreNames: ['Replies'],
    format: latencyText,
    rows: report.latencies.map(({ engine, turns, medianMs, p95Ms }) => ({
      key: engine,
      label: engineNames[engine] ?? engine,
      values: [medianMs, p95Ms],
      more: [countText(turns)],
    })),
  };
}

export function LatencyCard(props: LatencyCardProps) {
  const data = latencyData(props);
  return (
    <ReportCard
      name="latency"
      title={title}
      subtitle="From the end of what the other party said to the first word of the reply, by engine"
      example={props.report.example}
      empty={data.rows.length === 0 ? 'Nobody talked with an agent in these days.' : null}
      chart={<MiddleAndHighChart label={title} data={data} />}
      table={<ChartTable caption={title} {...tableOf(data)} />}
    />
  );
}
