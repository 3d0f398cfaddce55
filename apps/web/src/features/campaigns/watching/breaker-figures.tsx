import type { CampaignPolicy } from '@parley/contract';
import type { CampaignProgress } from '../../../lib/parsing/campaign-run.ts';
import { cx } from '../../../ui/cx.ts';

interface BreakerFiguresProps {
  progress: CampaignProgress;
  policy: CampaignPolicy;
}

/** How near the last calls are to what pauses the campaign. */
export function BreakerFigures({ progress: { breaker }, policy: { breaker: limit } }: BreakerFiguresProps) {
  if (breaker === null)
    return (
      <p className="text-ink-3">{`It looks at the last ${limit.calls} calls. There are too few so far.`}</p>
    );
  const figures = [
    { name: 'Failed', value: breaker.failures, most: limit.failures },
    { name: 'Hung up at once', value: breaker.hangUps, most: limit.hangUps },
    { name: 'Asked not to be called', value: breaker.optOuts, most: limit.optOuts },
  ];
  return (
    <dl className="grid gap-2.5">
      {figures.map(({ name, value, most }) => (
        <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
          <dt>{name}</dt>
          <dd className={cx('tabular-nums', value > most / 2 ? 'font-medium text-amber' : 'text-ink-2')}>
            {`${Math.round(value)} % of ${breaker.calls} calls, limit ${most} %`}
          </dd>
          <div aria-hidden="true" className="col-span-2 h-1 overflow-hidden rounded-box bg-grey-soft">
            <div
              className={cx('h-full', value > most / 2 ? 'bg-amber' : 'bg-ink-2')}
              style={{ width: `${Math.min(100, (100 * value) / most)}%` }}
            />
          </div>
        </div>
      ))}
    </dl>
  );
}
