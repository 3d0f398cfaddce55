import { campaignReportRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { parseCampaignReport } from '../../../lib/parsing/campaign-run.ts';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { KeyFigures } from '../../../ui/key-figures.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { countText, figuresOf } from './figures.ts';
import {
  FieldChart,
  HoursChart,
  NotCalled,
  NumbersTable,
  ResultsChart,
  ZonesTable,
} from './report-charts.tsx';
import { ResultsFile } from './results-file-button.tsx';

/** What came of a campaign: rates with what they are parts of, outcomes, hours, zones and cost. */
export function ReportPart({ campaign }: { campaign: Campaign }) {
  const api = useApi();
  const { id } = campaign;
  const query = useQuery({
    queryKey: queryKeys.campaignReport(id),
    queryFn: ({ signal }) =>
      api.get(campaignReportRoutes.getCampaignReport, parseCampaignReport, { params: { id }, signal }),
  });
  const retry = useRetry(query.refetch);
  const report = query.data;
  if (report === undefined)
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading report..."
        failed="Failed to load the report"
      />
    );
  const figures = figuresOf(report);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <KeyFigures
        figures={figures}
        columns={figures.length === 10 ? 'grid-cols-2 lg:grid-cols-5' : 'grid-cols-2 lg:grid-cols-4'}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Part title="What came of the calls" actions={<ResultsFile campaign={campaign} />}>
          <ResultsChart report={report} />
        </Part>
        <Part title="By hour at the place of the person">
          <HoursChart report={report} />
        </Part>
        {report.fields.map((field) => (
          <Part
            key={field.id}
            title={field.label}
            subtitle={`Known of ${countText(field.known)} of ${countText(field.calls)} calls with an outcome`}
          >
            <FieldChart field={field} />
          </Part>
        ))}
        <Part title="By time zone">
          <ZonesTable report={report} />
        </Part>
        {report.numbers !== undefined && report.numbers.length > 0 && (
          <Part
            title="By calling number"
            subtitle="Rejected: by phone or network, as calls from spam are. Many of them: have the number looked at."
          >
            <NumbersTable numbers={report.numbers} />
          </Part>
        )}
        {report.suppressed.length > 0 && (
          <Part title="Taken out">
            <NotCalled report={report} />
          </Part>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
  children: ReactNode;
}

function Part({ title, actions, children, ...rest }: PartProps) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="min-w-0">
      <CardHeader title={title} titleId={titleId} actions={actions} {...rest} />
      <CardBody>{children}</CardBody>
    </Card>
  );
}
