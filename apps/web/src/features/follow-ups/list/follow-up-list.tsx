import { useEffect, useRef } from 'react';
import { inGroups } from '../../../lib/in-groups.ts';
import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';
import { Button } from '../../../ui/button.tsx';
import { FollowUpGroup, groupSize } from './follow-up-group.tsx';

interface FollowUpListProps {
  followUps: readonly FollowUp[];
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Null when all are loaded. */
  more: MoreProps | null;
}

interface MoreProps {
  busy: boolean;
  /** The last attempt failed: the next one is somebody's decision. */
  failed: boolean;
  load: () => void;
}

export function FollowUpList({ followUps, chosen, onChoose, more }: FollowUpListProps) {
  const isShown = followUps.some(({ id }) => id === chosen);
  const tabStop = isShown ? chosen : (followUps[0]?.id ?? null);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are in groups, and a ul may contain only li */}
      <div role="list" aria-label="Follow-ups">
        {inGroups(followUps, groupSize).map((group, index) => (
          <FollowUpGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is a range of indexes, whichever rows are in it
            key={index}
            followUps={group}
            start={index * groupSize}
            total={followUps.length}
            chosen={chosen}
            tabStop={tabStop}
            onChoose={onChoose}
          />
        ))}
      </div>
      {more !== null && <LoadMore {...more} />}
    </>
  );
}

/** Pages are loaded this far before their place is reached. */
const margin = '1200px';

/** Loads by itself when it comes near; the button is for where that does not work. */
function LoadMore({ busy, failed, load }: MoreProps) {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  // Observed anew after every page: one that is still near after it was loaded says nothing by itself.
  useEffect(() => {
    const element = ref.current;
    if (element === null || busy || failed) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) latest.current();
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy, failed]);
  return (
    <div ref={ref} className="flex justify-center border-t p-3">
      <Button look="quiet" busy={busy} onClick={load}>
        {busy ? 'Loading...' : 'Load More'}
      </Button>
    </div>
  );
}
