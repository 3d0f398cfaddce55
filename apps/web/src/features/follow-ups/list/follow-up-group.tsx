import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { useNearViewport } from '../../../ui/use-near-viewport.ts';
import { FollowUpRow } from './follow-up-row.tsx';

/** Rows that are mounted and unmounted together. */
export const groupSize = 40;

/** Estimated row height, until the group has been rendered and measured. */
const rowPx = 86;

interface FollowUpGroupProps {
  followUps: readonly FollowUp[];
  /** Index of the first row in the whole list, and the length of the list. */
  start: number;
  total: number;
  chosen: string | null;
  /** The row that can be reached with Tab. */
  tabStop: string | null;
  onChoose: (id: string) => void;
}

/** Forty rows near the viewport, or an empty box of the same height: a long list costs no more than a short one. */
export function FollowUpGroup({ followUps, start, total, chosen, tabStop, onChoose }: FollowUpGroupProps) {
  const holdsChosen = followUps.some(({ id }) => id === chosen);
  const { ref, near, height } = useNearViewport(start === 0 || holdsChosen);
  // Keys may move into a group before the page has scrolled to it.
  const mounted = near || holdsChosen;
  return (
    <div
      ref={ref}
      role="presentation"
      className="border-t"
      {...(!mounted && { style: { height: height ?? followUps.length * rowPx } })}
    >
      {mounted &&
        followUps.map((followUp, index) => (
          <FollowUpRow
            key={followUp.id}
            followUp={followUp}
            position={start + index + 1}
            total={total}
            chosen={followUp.id === chosen}
            tabbable={followUp.id === tabStop}
            onChoose={onChoose}
          />
        ))}
    </div>
  );
}
