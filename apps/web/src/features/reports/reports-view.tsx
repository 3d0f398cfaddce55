import { type ReportQuery, routes } from '@parley/contract';
import { ChartColumn, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Report } from '../../lib/parsing/reports.ts';
import { useMay } from '../../lib/permissions.ts';
import { useRetry } from '../../lib/use-send.ts';
import { dateIn } from '../../lib/zoned-time.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadStateCard } from '../../ui/load-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import type { CallsFilter, CardProps } from './card-props.ts';
import { rangeText, zoneText } from './format.ts';
import { isEmpty } from './is-empty.ts';
import { periodOf, withDay, withPeriod } from './period.ts';
import { PeriodBar, type Side } from './period-bar.tsx';
import { ReportCards } from './report-cards.tsx';
import { useAddressChange } from './shown-tables.ts';
import { useReport } from './use-report.ts';

interface ReportsViewProps {
  organization: { name: string; timeZone: string };
  engineNames: Readonly<Record<string, string>>;
  /** The list of calls, with these filters. */
  callsPath: (filter: CallsFilter) => string;
  /** Above the cards, for an organization without calls. */
  firstCall: ReactNode;
}

/** The whole page: the days and the shown tables stand in the address. */
export function ReportsView({ organization, engineNames, callsPath, firstCall }: ReportsViewProps) {
  const [params] = useSearchParams();
  const change = useAddressChange();
  const today = dateIn(organization.timeZone, Date.now());
  const period = periodOf(params, today);
  const side = sideOf(params.get('side'));
  const asked = period.wrong === null ? queryOf(period, side) : null;
  const query = useReport(useLastAsked(asked));
  const report = query.data;
  return (
    <>
      <PageHeading
        title="Reports"
        subtitle={
          <>
            <span className="hidden print:inline">{organization.name} · </span>
            {report === undefined ? 'Real figures of your calls.' : describe(report, side)}
          </>
        }
        actions={
          <Button disabled={report === undefined} className="print:hidden" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
        }
      />
      <PeriodBar
        period={period}
        side={side}
        onPeriod={(name) => change((now) => withPeriod(now, name))}
        onDay={(which, day) => change((now) => withDay(now, which, day, today))}
        onSide={(next) =>
          change((now) => {
            if (next === null) now.delete('side');
            else now.set('side', next);
            return now;
          })
        }
      />
      <Found
        query={query}
        wrong={period.wrong}
        outdated={asked === null || query.isPlaceholderData}
        cards={{ side, engineNames, callsPath }}
        firstCall={firstCall}
      />
    </>
  );
}

interface FoundProps {
  query: ReturnType<typeof useReport>;
  wrong: string | null;
  /** What is shown is of other days than the address names. */
  outdated: boolean;
  cards: { side: Side | null } & Pick<ReportsViewProps, 'engineNames' | 'callsPath'>;
  firstCall: ReactNode;
}

function Found({ query, wrong, outdated, cards, firstCall }: FoundProps) {
  const retry = useRetry(query.refetch);
  const callsLink = useCallsLink(query.data, cards);
  const report = query.data;
  if (report === undefined && wrong !== null)
    return (
      <Card>
        <EmptyState icon={ChartColumn} className="py-24">
          {`${wrong} Choose other days.`}
        </EmptyState>
      </Card>
    );
  if (report === undefined || (query.error !== null && outdated))
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading the report..."
        failed="Failed to load the report"
      />
    );
  return (
    <div className={cx(outdated && 'opacity-55')} aria-busy={outdated}>
      {report.example && (
        <AlertBox tone="amber" title="These are example figures" className="mb-4" action={firstCall}>
          Your organization has no calls yet. This is what the page will look like; from the first call on it
          shows your own figures only.
        </AlertBox>
      )}
      {!report.complete && (
        <AlertBox tone="grey" className="mb-4">
          Calls of the past are still being counted, so the figures of these days may grow.
        </AlertBox>
      )}
      {isEmpty(report) ? (
        <Card>
          <EmptyState icon={ChartColumn} className="py-24">
            {`There are no calls ${rangeText(report.from, report.to)}. Choose other days.`}
          </EmptyState>
        </Card>
      ) : (
        <ReportCards report={report} callsLink={callsLink} engineNames={cards.engineNames} />
      )}
    </div>
  );
}

/** Calls of the same days and side, for those who may see the list. */
function useCallsLink(
  report: Report | undefined,
  { side, callsPath }: FoundProps['cards'],
): CardProps['callsLink'] {
  const may = useMay()(routes.listCalls.permission);
  return (filter) => {
    if (!may || report === undefined || report.example) return undefined;
    const { from, to } = report;
    const path = callsPath({
      ...{ from, to },
      ...filter,
      ...(side !== null && { sandbox: side === 'sandbox' ? 'yes' : 'no' }),
    });
    return (words) => (
      <Link to={path} className="underline underline-offset-4 print:no-underline">
        {words}
      </Link>
    );
  };
}

/** While the address names no report, the one before it stays on the screen. */
function useLastAsked(asked: ReportQuery | null): ReportQuery | null {
  const [last, setLast] = useState(asked);
  if (asked !== null && JSON.stringify(asked) !== JSON.stringify(last)) setLast(asked);
  return asked ?? last;
}

function queryOf({ from, to }: { from: string; to: string }, side: Side | null): ReportQuery {
  return { from, to, ...(side !== null && { side }) };
}

function sideOf(text: string | null): Side | null {
  return text === 'real' || text === 'sandbox' ? text : null;
}

function describe({ from, to, timeZone }: Report, side: Side | null): string {
  const which = side === null ? '' : side === 'real' ? ' · real calls' : ' · sandbox calls';
  return `${rangeText(from, to)} · ${zoneText(timeZone)}${which}`;
}
