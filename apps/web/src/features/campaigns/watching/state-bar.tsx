import type { CampaignProgress } from '../../../lib/parsing/campaign-run.ts';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { numberText } from '../../../ui/number-text.ts';

interface Group {
  name: string;
  states: readonly string[];
  colour: string;
}

/** Which states stand together, in the order in which people go through them. */
const groups: readonly Group[] = [
  { name: 'Done', states: ['done'], colour: 'bg-chart-1' },
  { name: 'Not reached', states: ['exhausted'], colour: 'bg-chart-3' },
  { name: 'Taken out', states: ['suppressed', 'canceled'], colour: 'bg-chart-5' },
  { name: 'In a call', states: ['dialing', 'in_call'], colour: 'bg-chart-2' },
  { name: 'Waiting', states: ['pending'], colour: 'bg-grey-soft' },
  { name: 'Held', states: ['held'], colour: 'bg-chart-4' },
];

/** Everybody of the campaign in one bar, with the same in figures. Rows that can never be called are no part of it. */
export function StateBar({ progress: { states } }: { progress: CampaignProgress }) {
  const shown = groups.map(({ name, states: own, colour }) => ({
    ...{ name, colour },
    people: states.reduce((sum, { state, count: n }) => sum + (own.includes(state) ? n : 0), 0),
  }));
  const all = shown.reduce((sum, { people }) => sum + people, 0);
  const open = shown.reduce((sum, { name, people }) => sum + (isOpen(name) ? people : 0), 0);
  const words = `${numberText(all - open)} of ${numberText(all)} people`;
  return (
    <Card aria-label="Progress" className="px-5 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-lg tabular-nums tracking-tight">{words}</span>
        <span className="text-ink-2 tabular-nums">
          {all === 0 ? '' : `${Math.floor((100 * (all - open)) / all)} %`}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label="People who are finished"
        aria-valuetext={words}
        aria-valuenow={all - open}
        aria-valuemin={0}
        aria-valuemax={all}
        className="mt-3 flex h-2.5 gap-px overflow-hidden rounded-box bg-grey-soft"
      >
        {shown.map(
          ({ name, people, colour }) =>
            people > 0 && (
              <span
                key={name}
                className={cx('h-full min-w-0.5', colour)}
                style={{ width: `${(100 * people) / all}%` }}
              />
            ),
        )}
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 xl:grid-cols-6">
        {shown.map(({ name, people, colour }) => (
          <div key={name}>
            <dt className="flex items-center gap-1.5 text-ink-2 text-sm">
              <span aria-hidden="true" className={cx('size-2.5 rounded-[3px] border border-line', colour)} />
              {name}
            </dt>
            <dd className="font-semibold text-md tabular-nums">{numberText(people)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const isOpen = (name: string) => name === 'In a call' || name === 'Waiting' || name === 'Held';
