import { attemptResults, recipientWaits, rowReasons } from '@parley/contract';
import type { CampaignReport } from '../../../lib/parsing/campaign-run.ts';
import { wordOf } from '../../../lib/word-of.ts';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import { RowChart } from '../../../ui/charts/row-chart.tsx';
import { locale } from '../../../ui/instant.tsx';
import { placeOf } from '../watching/wait-text.ts';
import { countText, partText } from './figures.ts';

interface OfReport {
  report: CampaignReport;
}

const none = <p className="text-ink-3">No call is over yet.</p>;

export function ResultsChart({ report: { results } }: OfReport) {
  const all = results.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return none;
  return (
    <RowChart
      label="What came of the calls"
      endName="Calls"
      endOf={({ values }) => `${countText(values[0] ?? 0)} (${partText(values[0] ?? 0, all)})`}
      data={{
        series: [{ name: 'Calls', fill: 'green' }],
        rowName: 'Result',
        format: countText,
        rows: results.map(({ result, count }) => ({
          ...{ key: result, label: wordOf(attemptResults, result), values: [count] },
        })),
      }}
    />
  );
}

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' });
const hourText = (hour: number) => clock.format(new Date(Date.UTC(2026, 0, 1, hour)));

export function HoursChart({ report: { hours } }: OfReport) {
  if (hours.length === 0) return none;
  return (
    <RowChart
      label="By hour at the place of the person"
      endName="Answered"
      endOf={({ values }) => partText(values[0] ?? 0, (values[0] ?? 0) + (values[1] ?? 0))}
      data={{
        series: [
          { name: 'Answered', fill: 'green' },
          { name: 'Not answered', fill: 'grey' },
        ],
        rowName: 'Hour',
        format: countText,
        rows: hours.map(({ hour, calls, answered }) => ({
          ...{ key: String(hour), label: hourText(hour), values: [answered, calls - answered] },
        })),
      }}
    />
  );
}

/** What was learned; of texts, numbers and dates only how often they are known. */
export function FieldChart({ field: { label, known, values } }: { field: CampaignReport['fields'][number] }) {
  if (values.length === 0)
    return (
      <p className="text-ink-3">{known === 0 ? 'Nothing is known yet.' : 'Each call has its own answer.'}</p>
    );
  return (
    <RowChart
      label={label}
      endName="Calls"
      endOf={({ values: [calls = 0] }) => `${countText(calls)} (${partText(calls, known)})`}
      data={{
        series: [{ name: 'Calls', fill: 'blue' }],
        rowName: label,
        format: countText,
        rows: values.map(({ value, count }) => ({ key: value, label: value, values: [count] })),
      }}
    />
  );
}

export function ZonesTable({ report: { zones } }: OfReport) {
  if (zones.length === 0) return none;
  return (
    <ChartTable
      caption="By time zone"
      headings={['Place', 'Calls', 'Answered', 'Reached']}
      rows={zones.map(({ zone, calls, answered, reached }) => ({
        key: zone,
        label: zone === '' ? 'Not known any more' : placeOf(zone),
        cells: [
          countText(calls),
          `${countText(answered)} (${partText(answered, calls)})`,
          countText(reached),
        ],
      }))}
    />
  );
}

/** Those of which nothing was told by the carrier have a dash. */
export function NumbersTable({ numbers }: { numbers: NonNullable<CampaignReport['numbers']> }) {
  return (
    <ChartTable
      caption="By calling number"
      headings={['Number', 'Calls', 'Answered', 'Rejected', 'Vouched for']}
      rows={numbers.map(({ number, calls, answered, unwanted, attested }) => ({
        key: number,
        label: number,
        cells: [
          countText(calls),
          `${countText(answered)} (${partText(answered, calls)})`,
          `${countText(unwanted)} (${partText(unwanted, calls)})`,
          attestedText(attested),
        ],
      }))}
    />
  );
}

function attestedText(attested: NonNullable<CampaignReport['numbers']>[number]['attested']): string {
  const known = (['A', 'B', 'C'] as const).filter((level) => attested[level] > 0);
  return known.map((level) => `${level}: ${countText(attested[level])}`).join(', ') || '–';
}

/** Why people were not called. */
export function NotCalled({ report: { suppressed } }: OfReport) {
  return (
    <ul className="grid gap-2">
      {suppressed.map(({ reason, count }) => (
        <li key={reason} className="flex justify-between gap-x-4 text-sm">
          <span>{reasonText(reason)}</span>
          <span className="text-ink-2 tabular-nums">{countText(count)}</span>
        </li>
      ))}
    </ul>
  );
}

function reasonText(code: string): string {
  return wordOf({ ...rowReasons, ...recipientWaits }, code).replace(/\.$/, '');
}
