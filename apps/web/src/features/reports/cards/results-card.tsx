import type { ResultCounts } from '@parley/contract';
import type { Report } from '../../../lib/parsing/reports.ts';
import type { ChartData } from '../../../ui/charts/chart-data.ts';
import { ChartTable, tableOf } from '../../../ui/charts/chart-table.tsx';
import { RowChart } from '../../../ui/charts/row-chart.tsx';
import type { CallsFilter, CardProps } from '../card-props.ts';
import { countText, partText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';
import { callsIn, knownIn, seriesIn } from '../results.ts';
import { firstRows, shortened } from '../shortened.ts';

interface Counted {
  key: string;
  label: string;
  results: ResultCounts;
  /** Null: the list of calls has no filter for it. */
  filter: CallsFilter | null;
}

const kinds = {
  agents: { title: 'Results by agent', rowName: 'Agent', rowsOf: agentRows },
  versions: { title: 'Results by version', rowName: 'Version', rowsOf: versionRows },
  templates: { title: 'Results by template', rowName: 'Template', rowsOf: templateRows },
} as const;

export function resultsData({ report, callsLink }: CardProps, kind: keyof typeof kinds): ChartData {
  const counted = kinds[kind].rowsOf(report);
  const series = seriesIn(counted.map(({ results }) => results));
  return {
    series,
    rowName: kinds[kind].rowName,
    moreNames: ['All', 'Reached'],
    format: countText,
    rows: counted.map(({ key, label, results, filter }) => ({
      key,
      label,
      values: series.map(({ result }) => results[result]),
      more: [countText(callsIn(results)), partText(results.reached, knownIn(results))],
      link: filter === null ? undefined : callsLink(filter),
    })),
  };
}

export function ResultsCard({ kind, ...props }: CardProps & { kind: keyof typeof kinds }) {
  const data = resultsData(props, kind);
  const { title } = kinds[kind];
  return (
    <ReportCard
      name={kind}
      title={title}
      {...(shortened(data) !== '' && { subtitle: shortened(data) })}
      example={props.report.example}
      empty={data.rows.length === 0 ? 'No calls in these days.' : null}
      chart={
        <RowChart
          label={title}
          data={firstRows(data)}
          endOf={({ more }) => more?.join(' · ') ?? ''}
          endName="Calls · goal reached, of known results"
        />
      }
      table={<ChartTable caption={title} {...tableOf(data)} />}
    />
  );
}

const deleted = 'deleted';

function agentRows({ agents }: Report): Counted[] {
  return agents.map(({ agentId, name, results }) => ({
    key: agentId ?? '',
    label: agentId === null ? 'No agent' : (name ?? `${agentId} (${deleted})`),
    results,
    filter: agentId === null ? null : { agent: agentId },
  }));
}

function versionRows({ versions }: Report): Counted[] {
  return versions.map(({ agentId, name, version, results }) => {
    const agent = agentId === null ? 'No agent' : (name ?? `${agentId} (${deleted})`);
    return {
      key: `${agentId} ${version}`,
      label: version === null ? `${agent}, no version` : `${agent}, version ${version}`,
      results,
      filter: agentId === null || version === null ? null : { agent: agentId, version },
    };
  });
}

function templateRows({ templates }: Report): Counted[] {
  return templates.map(({ templateId, name, results }) => ({
    key: templateId ?? '',
    label: templateId === null ? 'Without a template' : (name ?? `A template that was ${deleted}`),
    results,
    filter: templateId === null ? null : { template: templateId },
  }));
}
