import { weekdayName, weekdays } from '@parley/contract';
import type { Report } from '../../../lib/parsing/reports.ts';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import { type HeatCell, HeatMap } from '../../../ui/charts/heat-map.tsx';
import type { CardProps } from '../card-props.ts';
import { countText, hourText, partText, shareText, zoneText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';

const title = 'Answer rate by hour and weekday';
/** Fewer columns would be wider than anybody needs. */
const hoursShownMin = 8;

/** The hours that are shown: from the first with calls to the last, and some around them. */
export function hoursOf(hours: Report['hours']): number[] {
  let first = Math.min(...hours.map(({ hour }) => hour));
  let last = Math.max(...hours.map(({ hour }) => hour));
  while (last - first + 1 < hoursShownMin) {
    if (first > 0) first -= 1;
    if (last < 23 && last - first + 1 < hoursShownMin) last += 1;
  }
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

export function AnswerRateCard({ report }: CardProps) {
  const isEmpty = report.hours.length === 0;
  const hours = isEmpty ? [] : hoursOf(report.hours);
  const cells = weekdays.flatMap((weekday) => hours.map((hour) => cellOf(report.hours, weekday, hour)));
  const ends = endsOf(report.hours);
  const rows = weekdays.map((weekday) => weekdayName(weekday).slice(0, 3));
  return (
    <ReportCard
      className="lg:col-span-2"
      name="answer-rate"
      title={title}
      subtitle={`Of outbound calls, by the time at which they were placed (${zoneText(report.timeZone)})`}
      example={report.example}
      empty={isEmpty ? 'No outbound call has ended in these days.' : null}
      chart={
        <HeatMap
          label={title}
          rows={rows}
          columns={hours.map(hourText)}
          cells={cells}
          ends={ends}
          endWords={[shareText(ends[0]), `${shareText(ends[1])} answered`]}
        />
      }
      table={
        <ChartTable
          caption={title}
          headings={['Hour', ...rows]}
          rows={hours.map((hour, column) => ({
            key: String(hour),
            label: hourText(hour),
            cells: rows.map((_, row) => cells[row * hours.length + column]?.inTable ?? ''),
          }))}
        />
      }
    />
  );
}

/** In tens of percent around the rates that occur, so that differences between them can be seen. */
export function endsOf(hours: Report['hours']): readonly [number, number] {
  const rates = hours.filter(({ calls }) => calls > 0).map(({ calls, answered }) => answered / calls);
  if (rates.length === 0) return [0, 1];
  const low = Math.floor(Math.min(...rates) * 10) / 10;
  const high = Math.ceil(Math.max(...rates) * 10) / 10;
  return high - low < 0.2 ? [Math.max(0, Math.min(low, 0.8)), Math.min(1, low + 0.2)] : [low, high];
}

function cellOf(
  hours: Report['hours'],
  weekday: (typeof weekdays)[number],
  hour: number,
): HeatCell & { inTable: string } {
  const { calls, answered } = hours.find((each) => each.weekday === weekday && each.hour === hour) ?? {
    ...{ calls: 0, answered: 0 },
  };
  const rate = partText(answered, calls);
  return {
    share: calls === 0 ? null : answered / calls,
    text: calls === 0 ? '' : String(Math.round((answered / calls) * 100)),
    label: `${weekdayName(weekday)}, ${hourText(hour)}`,
    facts: [
      ['Answered', rate],
      ['Calls', `${countText(answered)} of ${countText(calls)}`],
    ],
    inTable: calls === 0 ? '–' : `${rate} of ${countText(calls)}`,
  };
}
