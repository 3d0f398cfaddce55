import { type Spending, spendingLevel, spendingRoutes } from '@parley/contract';
import { Link } from 'react-router';
import { moneyText } from '../../lib/money-text.ts';
import { useMay } from '../../lib/permissions.ts';
import { useSpending } from '../../lib/use-spending.ts';
import { cx } from '../../ui/cx.ts';
import { limitsAnchor } from './limits-anchor.ts';

/** On every screen from 80 % of a spending limit on. */
export function SpendingBar({ settingsPath }: { settingsPath: string }) {
  const { data } = useSpending();
  const may = useMay();
  const shown = data && worst(data);
  if (!shown) return null;
  const { reached } = shown;
  return (
    <aside
      aria-label="Spending limit"
      className={cx(
        'flex flex-wrap items-center justify-center gap-x-3 border-b px-4 py-1.5 text-center text-sm print:hidden',
        reached ? 'bg-red-soft text-red' : 'bg-amber-soft text-amber',
      )}
    >
      <span>
        <span className="font-medium">{shown.sentence}</span> {shown.figures}
      </span>
      {may(spendingRoutes.saveSpendingLimits.permission) && (
        <Link to={`${settingsPath}#${limitsAnchor}`} className="underline underline-offset-4">
          Open the limits
        </Link>
      )}
    </aside>
  );
}

const names = { day: 'today', month: 'this month' } as const;

/** The month before the day, and what is reached before what is near. */
function worst({ currency, limits, ...periods }: Spending) {
  const near = (['month', 'day'] as const).flatMap((period) => {
    const limit = limits[`${period}Micros`];
    const level = spendingLevel(periods[period], limit);
    if (limit === null || level === 'none' || level === 'fine') return [];
    const reached = level === 'reached';
    const { spentMicros, heldMicros } = periods[period];
    return [
      {
        reached,
        sentence: reached
          ? `The spending limit of ${names[period]} is reached: no calls are placed.`
          : `The spending limit of ${names[period]} is near.`,
        figures: `${moneyText(spentMicros + heldMicros, currency)} of ${moneyText(limit, currency)}.`,
      },
    ];
  });
  return near.find(({ reached }) => reached) ?? near[0] ?? null;
}
