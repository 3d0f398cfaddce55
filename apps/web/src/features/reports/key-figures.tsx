import { moneyText } from '../../lib/money-text.ts';
import type { Report } from '../../lib/parsing/reports.ts';
import { type Figure, KeyFigures } from '../../ui/key-figures.tsx';
import { costOf, estimateOf } from './cards/cost-card.tsx';
import { countText, lengthText, partText } from './format.ts';
import { addedUp, callsIn, knownIn } from './results.ts';
import { sumOf } from './spans.ts';

/** The report in six figures. */
export function ReportFigures({ report }: { report: Report }) {
  return (
    <KeyFigures
      figures={figuresOf(report)}
      columns="grid-cols-2 sm:grid-cols-3 xl:grid-cols-6 print:grid-cols-3"
      className="mb-4"
    />
  );
}

export function figuresOf({ days, hours, costs }: Report): Figure[] {
  const results = addedUp(days.map((day) => day.results));
  const calls = callsIn(results);
  const placed = hours.reduce((sum, hour) => sum + hour.calls, 0);
  const picked = hours.reduce((sum, hour) => sum + hour.answered, 0);
  const known = knownIn(results);
  const answered = sumOf(days, (day) => day.answered);
  const seconds = sumOf(days, (day) => day.seconds);
  const opened = sumOf(days, (day) => day.followUpsOpened);
  const closed = sumOf(days, (day) => day.followUpsClosed);
  return [
    {
      name: 'Calls',
      value: countText(calls),
      note: `${countText(sumOf(days, (day) => day.inbound))} in, ${countText(sumOf(days, (day) => day.outbound))} out`,
    },
    {
      name: 'Answer rate',
      value: partText(picked, placed),
      note: placed === 0 ? 'No outbound calls' : `of ${countText(placed)} outbound calls`,
    },
    {
      name: 'Goal reached',
      value: partText(results.reached, known),
      note: known === 0 ? 'No result is known' : `of ${countText(known)} known results`,
    },
    {
      name: 'Average length',
      value: answered === 0 ? '–' : lengthText(seconds / answered),
      note: answered === 0 ? 'No answered calls' : `of ${countText(answered)} answered calls`,
    },
    { name: 'Follow-ups', value: countText(opened), note: `opened, ${countText(closed)} closed` },
    costFigure(costs),
  ];
}

function costFigure(costs: Report['costs']): Figure {
  const [first, ...others] = costs;
  if (first === undefined || costOf(first.total) === 0)
    return { name: 'Cost', value: '–', note: 'Nothing was spent' };
  const estimate = estimateOf(first.total);
  const notes = [
    estimate === 0 ? '' : `${moneyText(estimate, first.currency, costOf(first.total))} estimated`,
    ...others.map(({ currency, total }) => `and ${moneyText(costOf(total), currency)}`),
  ].filter((note) => note !== '');
  return {
    name: 'Cost',
    value: moneyText(costOf(first.total), first.currency),
    note: notes.length === 0 ? 'All prices are known' : notes.join(', '),
  };
}
