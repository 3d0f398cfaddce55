import { useEffect, useRef, useState } from 'react';
import type { Call } from '../../../lib/reading/calls.ts';
import { CallRow, type CallRowProps } from './call-row.tsx';
import type { CallAction } from './use-call-actions.ts';

/** So many rows come and go together. */
export const groupSize = 40;

/** Rows are drawn this far outside of the window, so that a fast hand does not meet a gap. */
const margin = '4000px 0px';

/** What a row takes, until the group has been drawn and measured. */
const rowPx = 64;

export interface CallGroupProps extends Pick<CallRowProps, 'onCallAgain' | 'onDelete'> {
  calls: readonly Call[];
  /** Where the first of them stands in the whole list, and how long that is. */
  start: number;
  total: number;
  busy: ReadonlyMap<string, CallAction>;
  newestAtFirst: string;
  /** The call that one comes back from: its rows are there at once, wherever the window is. */
  cameFrom: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
}

/** Forty rows near the window, or as much empty room far from it: a long list costs no more than a short one. */
export function CallGroup(props: CallGroupProps) {
  const { calls, start, total, busy, newestAtFirst, cameFrom, pathOf, agentNameOf, ...acts } = props;
  const { ref, near, height } = useNear(start === 0 || calls.some(({ _id }) => _id === cameFrom));
  return (
    <div ref={ref} role="presentation" {...(!near && { style: { height: height ?? calls.length * rowPx } })}>
      {near &&
        calls.map((call, index) => (
          <CallRow
            key={call._id}
            call={call}
            place={start + index + 1}
            total={total}
            path={pathOf(call._id)}
            agentName={agentNameOf(call.agentId)}
            busy={busy.get(call._id) ?? null}
            arrived={call._id > newestAtFirst}
            {...acts}
          />
        ))}
    </div>
  );
}

function useNear(atFirst: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(atFirst);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        // A row that holds the focus must not vanish under it.
        const stays = entry.isIntersecting || element.contains(document.activeElement);
        if (!stays) setHeight(entry.boundingClientRect.height);
        setNear(stays);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, near, height };
}
