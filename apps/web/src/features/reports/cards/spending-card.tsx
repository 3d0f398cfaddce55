import { type Spending, type SpendingPeriod, spendingLevel } from '@parley/contract';
import { useId } from 'react';
import { moneyText } from '../../../lib/money-text.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { useSpending } from '../../../lib/use-spending.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { paintOf, Textures } from '../../../ui/charts/fills.tsx';
import { LoadState } from '../../../ui/load-state.tsx';
import { shareText } from '../format.ts';

/** Today and this month against their limits, whatever the days of the report are. */
export function SpendingCard() {
  const id = useId();
  const query = useSpending();
  const retry = useRetry(query.refetch);
  return (
    <Card aria-labelledby={id} className="min-w-0 break-inside-avoid lg:col-span-2 print:border-0">
      <CardHeader
        title="Spending limits"
        titleId={id}
        subtitle="At a limit no more calls are placed; inbound calls are still answered"
        className="print:px-0"
      />
      <CardBody className="print:px-0">
        {query.data === undefined ? (
          <LoadState query={query} onRetry={retry.send} loading="Loading what was spent..." compact />
        ) : (
          <div className="grid grid-cols-1 gap-x-8 gap-y-5 lg:grid-cols-2">
            <Period
              name="Today"
              period={query.data.day}
              limit={query.data.limits.dayMicros}
              of={query.data}
            />
            <Period
              name="This month"
              period={query.data.month}
              limit={query.data.limits.monthMicros}
              of={query.data}
            />
          </div>
        )}
      </CardBody>
    </Card>
  );
}

interface PeriodProps {
  name: string;
  period: SpendingPeriod;
  /** Null: there is none. */
  limit: number | null;
  of: Pick<Spending, 'currency'>;
}

function Period({ name, period, limit, of: { currency } }: PeriodProps) {
  const id = useId();
  const { spentMicros, heldMicros, estimatedMicros } = period;
  const money = (micros: number) => moneyText(micros, currency, Math.max(spentMicros, limit ?? 0));
  const whole = Math.max(1, limit ?? spentMicros + heldMicros, spentMicros + heldMicros);
  const notes = [
    estimatedMicros > 0 ? `${money(estimatedMicros)} of it is estimated` : '',
    heldMicros > 0 ? `${money(heldMicros)} more is held for calls that are up` : '',
  ].filter((note) => note !== '');
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-medium">{name}</span>
        <Level period={period} limit={limit} />
        <span className="ml-auto tabular-nums">
          {limit === null ? `${money(spentMicros)}, no limit` : `${money(spentMicros)} of ${money(limit)}`}
        </span>
      </p>
      {limit !== null && (
        <svg aria-hidden="true" className="mt-2 h-4 w-full">
          <Textures id={id} fills={['open']} />
          <rect width="100%" height="16" className="fill-sunken" />
          <rect width={percent(spentMicros / whole)} height="16" fill={paintOf(id, 'green')} />
          <rect
            x={percent(spentMicros / whole)}
            width={percent(heldMicros / whole)}
            height="16"
            fill={paintOf(id, 'open')}
          />
          <line
            x1={percent(limit / whole)}
            x2={percent(limit / whole)}
            y2="16"
            strokeWidth="2"
            className="stroke-ink"
          />
        </svg>
      )}
      <p className="mt-1 text-ink-3 text-sm">
        {notes.length === 0 ? 'All prices are known' : notes.join('; ')}
      </p>
    </div>
  );
}

function Level({ period, limit }: Pick<PeriodProps, 'period' | 'limit'>) {
  const used = period.spentMicros + period.heldMicros;
  switch (spendingLevel(period, limit)) {
    case 'reached':
      return <Badge tone="red">Limit reached</Badge>;
    case 'warning':
      return <Badge tone="amber">{shareText(used / Math.max(1, limit ?? 1))} of the limit</Badge>;
    default:
      return null;
  }
}

function percent(share: number): string {
  return `${Number((Math.min(1, share) * 100).toFixed(3))}%`;
}
