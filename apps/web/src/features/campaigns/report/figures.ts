import { moneyText } from '../../../lib/money-text.ts';
import type { CampaignReport } from '../../../lib/parsing/campaign-run.ts';
import { locale } from '../../../ui/instant.tsx';
import type { Figure } from '../../../ui/key-figures.tsx';

const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
export const countText = (count: number) => count.toLocaleString(locale);
/** A part of a whole; a dash where there is no whole. */
export const partText = (part: number, whole: number) => (whole === 0 ? '–' : shares.format(part / whole));

const of = (count: number, one: string, many: string) => `of ${countText(count)} ${count === 1 ? one : many}`;

/** The report in figures, each rate with what it is a part of. */
export function figuresOf(report: CampaignReport): Figure[] {
  const { rows, called, reached, calls, answered, machines, hungUp, optOuts, seconds } = report;
  const talked = answered - hungUp;
  const dialled = of(calls, 'call', 'calls');
  const spoken = of(answered, 'answered call', 'answered calls');
  const people = of(called, 'person called', 'people called');
  return [
    { name: 'People called', value: countText(called), note: of(rows, 'row', 'rows') },
    { name: 'People reached', value: partText(reached, called), note: `${countText(reached)} ${people}` },
    { name: 'Answered', value: partText(answered, calls), note: `${countText(answered)} ${dialled}` },
    { name: 'Machines', value: partText(machines, calls), note: `${countText(machines)} ${dialled}` },
    { name: 'Hung up at once', value: partText(hungUp, answered), note: `${countText(hungUp)} ${spoken}` },
    { name: 'Opted out', value: partText(optOuts, answered), note: `${countText(optOuts)} ${spoken}` },
    ...lineFigures(report),
    {
      name: 'Average length',
      value: talked <= 0 ? '–' : `${Math.round(seconds / talked)} s`,
      note: of(Math.max(0, talked), 'conversation', 'conversations'),
    },
    costFigure(report),
  ];
}

/** Left out where no answered call was looked at, as on calls of earlier releases. The line is that of the rules for sales calls. */
function lineFigures({ abandonment, numbers = [] }: CampaignReport): Figure[] {
  if (abandonment === undefined || abandonment.liveAnswers === 0) return [];
  const { liveAnswers, abandoned } = abandonment;
  const made = numbers.reduce((sum, { calls }) => sum + calls, 0);
  const rejected = numbers.reduce((sum, { unwanted }) => sum + unwanted, 0);
  const answers = of(liveAnswers, 'person who answered', 'people who answered');
  return [
    {
      name: 'Abandoned',
      value: partText(abandoned, liveAnswers),
      note: `${countText(abandoned)} ${answers} heard nothing for 2 s; for sales at most ${partText(3, 100)}`,
    },
    {
      name: 'Rejected',
      value: partText(rejected, made),
      note: `${countText(rejected)} ${of(made, 'call', 'calls')}, as from spam`,
    },
  ];
}

function costFigure({ costs, reached }: CampaignReport): Figure {
  const [first, ...others] = costs;
  if (first === undefined) return { name: 'Cost', value: '–', note: 'Nothing is known' };
  const each = reached === 0 ? '' : `${moneyText(first.micros / reached, first.currency)} per person reached`;
  const more = others.map(({ currency, micros }) => `and ${moneyText(micros, currency)}`);
  const state = costs.some(({ estimate }) => estimate) ? 'estimated' : '';
  return {
    name: 'Cost',
    value: moneyText(first.micros, first.currency),
    note: [each, ...more, state].filter((text) => text !== '').join(', ') || 'Nobody was reached',
  };
}
