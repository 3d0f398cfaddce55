import { type Report, weekdayName, weekdays } from '@parley/contract';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import { type HeatCell, HeatMap } from '../../../ui/charts/heat-map.tsx';
import type { CardProps } from '../card-props.ts';
import { countText, hourText, partText } from '../format.ts';
import { ReportCard } from '../report-card.tsx';

const title = 'Answer rate by hour and weekday';
/** Fewer columns would be wider than anybody needs. */
const hoursShownMin = 10;

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
  const rows = weekdays.map((weekday) => weekdayName(weekday).slice(0, 3));
  return (
    <ReportCard
      className="lg:col-span-2"
      name="answer-rate"
      title={title}
      subtitle={`Of outbound calls, by the time at which they were placed (${report.timeZone})`}
      example={report.example}
      empty={isEmpty ? 'No outbound call has ended in these days.' : null}
      chart={
        <HeatMap
          label={title}
          rows={rows}
          columns={hours.map(hourText)}
          cells={cells}
          ends={['0 %', '100 % answered']}
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
