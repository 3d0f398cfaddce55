import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { inGroups } from '../../../lib/in-groups.ts';
import type { Call } from '../../../lib/parsing/calls.ts';
import { Button } from '../../../ui/button.tsx';
import { useBusyCalls } from '../busy-calls.ts';
import { CallGroup, type CallGroupProps, groupSize } from './call-group.tsx';
import { rowId } from './call-row.tsx';
import { useRowMenus } from './call-row-menu.tsx';
import { restoreRowPosition } from './row-position.ts';
import { useCallActions } from './use-call-actions.ts';

interface CallListProps {
  calls: readonly Call[];
  previousCallId: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
  /** Where the words stand that a call was found by. */
  hitOf?: CallGroupProps['hitOf'];
  besideOf?: CallGroupProps['besideOf'];
  /** Goes along to the page of a call. */
  linkState?: CallGroupProps['linkState'];
  /** Shown instead of a list without calls. */
  empty: ReactNode;
  /** Shown after the last call. */
  more: ReactNode;
}

export function CallList({ calls, previousCallId, empty, more, ...row }: CallListProps) {
  const busy = useBusyCalls();
  const { Menu, loadMenus: loadNow } = useRowMenus();
  const { callAgain, deleteCall, loadMenus } = useStable({ ...useCallActions(), loadMenus: loadNow });
  const [newestOnOpen] = useState(calls[0]?._id ?? '');
  const focusAfter = useFocusAfterDelete(calls);
  useFocusOnReturn(previousCallId, calls);
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
      {/* biome-ignore lint/a11y/useSemanticElements: rows are in groups, and a ul may contain only li */}
      <div role="list" aria-label="Calls">
        {inGroups(calls, groupSize).map((group, index) => (
          <CallGroup
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is a range of indexes, whichever calls are in it
            key={index}
            calls={group}
            start={index * groupSize}
            total={calls.length}
            busy={busy}
            newestOnOpen={newestOnOpen}
            previousCallId={previousCallId}
            {...row}
            Menu={Menu}
            loadMenus={loadMenus}
            onCallAgain={callAgain}
            onDelete={remove}
          />
        ))}
      </div>
      {more}
    </>
  );
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

type Actions = ReturnType<typeof useCallActions> & Pick<CallGroupProps, 'loadMenus'>;

/** The same functions for the lifetime of the list, so that a row is rendered again only when its call changes. */
function useStable(actions: Actions): Actions {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState(() => ({
    callAgain: (call: Call) => latest.current.callAgain(call),
    deleteCall: (call: Call) => latest.current.deleteCall(call),
    loadMenus: () => latest.current.loadMenus(),
  }));
  return stable;
}

const acts = ['pointerdown', 'wheel', 'touchmove', 'keydown'] as const;

/**
 * Once: focuses the row of the call whose page was shown before, unless something else has the focus. The row may still have to
 * be loaded; whoever does something meanwhile is not taken back to it.
 */
function useFocusOnReturn(previousCallId: string | null, calls: readonly Call[]): void {
  const isOver = useRef(previousCallId === null);
  useEffect(() => {
    const end = () => {
      isOver.current = true;
    };
    for (const act of acts) window.addEventListener(act, end, { passive: true });
    return () => {
      for (const act of acts) window.removeEventListener(act, end);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row may come with other calls
  useEffect(() => {
    const row = previousCallId === null ? null : document.getElementById(rowId(previousCallId));
    if (isOver.current || previousCallId === null || row === null) return;
    isOver.current = true;
    const focusElsewhere = document.activeElement?.matches('main *:not(h1), [role=dialog] *') ?? false;
    if (!focusElsewhere) restoreRowPosition(previousCallId, row);
  }, [previousCallId, calls]);
}

/** When the row that had the focus is removed, the next one gets it. */
function useFocusAfterDelete(calls: readonly Call[]): (callId: string) => void {
  const removals = useRef(new Map<string, string | null>());
  const shown = useRef(calls);
  useEffect(() => {
    shown.current = calls;
    for (const [callId, neighbour] of removals.current) {
      if (calls.some(({ _id }) => _id === callId)) continue;
      removals.current.delete(callId);
      if (document.activeElement !== document.body && document.activeElement !== null) continue;
      const target = neighbour === null ? null : document.getElementById(rowId(neighbour));
      (target ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    }
  }, [calls]);
  return useCallback((callId: string) => {
    const index = shown.current.findIndex(({ _id }) => _id === callId);
    const neighbour = shown.current[index + 1] ?? shown.current[index - 1];
    removals.current.set(callId, neighbour?._id ?? null);
  }, []);
}
