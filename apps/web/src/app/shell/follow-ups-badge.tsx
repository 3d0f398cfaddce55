import { useFollowUpCounts } from '../../features/follow-ups/use-follow-up-counts.ts';
import type { FollowUpCounts } from '../../lib/parsing/follow-ups.ts';
import { cx } from '../../ui/cx.ts';

/** More is not read as a number. */
const most = 99;

/** How many are open, beside the item of the sidebar; red while one of them is urgent. */
export function FollowUpsBadge() {
  const counts = useFollowUpCounts();
  if (counts === undefined || counts.open === 0) return null;
  return (
    <span
      className={cx(
        'ml-auto rounded-box px-1.5 text-xs tabular-nums leading-5',
        counts.urgent > 0 ? 'bg-red-soft text-red' : 'bg-grey-soft text-grey',
      )}
    >
      <span aria-hidden="true">{counts.open > most ? `${most}+` : counts.open}</span>
      <span className="sr-only">{spoken(counts)}</span>
    </span>
  );
}

/** After the label of the item: the colour says nothing to whoever listens. */
function spoken({ open, urgent }: FollowUpCounts): string {
  return urgent > 0 ? `${open} open, ${urgent} urgent` : `${open} open`;
}
