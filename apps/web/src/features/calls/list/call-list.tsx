import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '../../../lib/reading/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { CallGroup, groupSize } from './call-group.tsx';
import { rowId } from './call-row.tsx';
import { returnTo } from './last-place.ts';
import { useBusyCalls, useCallActions } from './use-call-actions.ts';

interface CallListProps {
  calls: readonly Call[];
  cameFrom: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
  /** Stands in place of a list without calls. */
  empty: ReactNode;
  /** Comes after the last call. */
  more: ReactNode;
}

export function CallList({ calls, cameFrom, pathOf, agentNameOf, empty, more }: CallListProps) {
  const busy = useBusyCalls();
  const { callAgain, deleteCall } = useStable(useCallActions());
  const [newestAtFirst] = useState(calls[0]?._id ?? '');
  const focusAfter = useFocusAfterDelete(calls);
  useReturn(cameFrom);
  const remove = useCallback(
    (call: Call) => {
      focusAfter(call._id);
      deleteCall(call);
    },
    [deleteCall, focusAfter],
  );
  if (calls.length === 0 && !more) return empty;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come in groups, and a list takes nothing but items */}
      <div role="list" aria-label="Calls">
        {groupsOf(calls).map((group, index) => (
          <CallGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is a place in the list, whichever calls stand there
            key={index}
            calls={group}
            start={index * groupSize}
            total={calls.length}
            busy={busy}
            newestAtFirst={newestAtFirst}
            cameFrom={cameFrom}
            pathOf={pathOf}
            agentNameOf={agentNameOf}
            onCallAgain={callAgain}
            onDelete={remove}
          />
        ))}
      </div>
      {more}
    </>
  );
}

function groupsOf(calls: readonly Call[]): Call[][] {
  const count = Math.ceil(calls.length / groupSize);
  return Array.from({ length: count }, (_, index) => calls.slice(index * groupSize, (index + 1) * groupSize));
}

export function LoadMore({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <div className="flex justify-center border-t p-3">
      <Button look="quiet" busy={busy} onClick={onClick}>
        {busy ? 'Loading...' : 'Load More'}
      </Button>
    </div>
  );
}

/** The same functions for the life of the list, so that a row is drawn again only when its own call changes. */
function useStable(actions: ReturnType<typeof useCallActions>): ReturnType<typeof useCallActions> {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() => ({
    callAgain: (call: Call) => latest.current.callAgain(call),
    deleteCall: (call: Call) => latest.current.deleteCall(call),
  }));
  return stable;
}

/** Once, when the list is there: the row that one comes back from takes the focus, unless somebody has gone on. */
function useReturn(cameFrom: string | null): void {
  useEffect(() => {
    const row = cameFrom === null ? null : document.getElementById(rowId(cameFrom));
    const goneOn = document.activeElement?.matches('main *:not(h1), [role=dialog] *') ?? false;
    if (cameFrom !== null && row !== null && !goneOn) returnTo(cameFrom, row);
  }, [cameFrom]);
}

/** When the row that held the focus is gone, its neighbour takes it. */
function useFocusAfterDelete(calls: readonly Call[]): (callId: string) => void {
  const leaving = useRef(new Map<string, string | null>());
  const shown = useRef(calls);
  useEffect(() => {
    shown.current = calls;
    for (const [callId, neighbour] of leaving.current) {
      if (calls.some(({ _id }) => _id === callId)) continue;
      leaving.current.delete(callId);
      if (document.activeElement !== document.body && document.activeElement !== null) continue;
      const heir = neighbour === null ? null : document.getElementById(rowId(neighbour));
      (heir ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    }
  }, [calls]);
  return useCallback((callId: string) => {
    const place = shown.current.findIndex(({ _id }) => _id === callId);
    const neighbour = shown.current[place + 1] ?? shown.current[place - 1];
    leaving.current.set(callId, neighbour?._id ?? null);
  }, []);
}
