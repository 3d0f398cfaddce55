import { useFollowUpCounts } from '../../features/follow-ups/use-follow-up-counts.ts';
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
      <span className="sr-only">{`, ${counts.open} open`}</span>
    </span>
  );
}
