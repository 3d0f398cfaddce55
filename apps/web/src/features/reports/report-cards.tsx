import { spendingRoutes } from '@parley/contract';
import { useMay } from '../../lib/permissions.ts';
import type { CardProps } from './card-props.ts';
import { AnswerRateCard } from './cards/answer-rate-card.tsx';
import { CallsCard } from './cards/calls-card.tsx';
import { CostCard } from './cards/cost-card.tsx';
import { DayCountsCard } from './cards/day-counts-card.tsx';
import { FailuresCard } from './cards/failures-card.tsx';
import { LatencyCard } from './cards/latency-card.tsx';
import { LengthCard } from './cards/length-card.tsx';
import { ResultsCard } from './cards/results-card.tsx';
import { SpendingCard } from './cards/spending-card.tsx';
import { ReportFigures } from './key-figures.tsx';

interface ReportCardsProps extends CardProps {
  engineNames: Readonly<Record<string, string>>;
}

export function ReportCards({ engineNames, ...props }: ReportCardsProps) {
  const may = useMay();
  const { costs } = props.report;
  return (
    <>
      <ReportFigures report={props.report} />
      <p className="mb-2 text-ink-3 text-sm print:hidden">
        Point at a chart, or choose it with Tab and use the arrow keys, to read its values.
      </p>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 print:block">
        <CallsCard {...props} />
        <AnswerRateCard {...props} />
        <LengthCard {...props} />
        <FailuresCard {...props} />
        <ResultsCard kind="agents" {...props} />
        <ResultsCard kind="versions" {...props} />
        <ResultsCard kind="templates" {...props} />
        <LatencyCard engineNames={engineNames} {...props} />
        <DayCountsCard kind="follow-ups" {...props} />
        <DayCountsCard kind="opt-outs" {...props} />
        {costs.map((each) => (
          <CostCard key={each.currency} costs={each} named={costs.length > 1} {...props} />
        ))}
        {!props.report.example && may(spendingRoutes.getSpending.permission) && <SpendingCard />}
      </div>
    </>
  );
}
