import type { ReactNode } from 'react';
import type { Call } from '../../../lib/parsing/calls.ts';
import { useNearViewport } from '../../../ui/use-near-viewport.ts';
import type { CallAction } from '../busy-calls.ts';
import { CallRow, type CallRowProps } from './call-row.tsx';

/** Rows that are mounted and unmounted together. */
export const groupSize = 40;

/** Estimated row height, until the group has been rendered and measured. */
const rowPx = 64;

export interface CallGroupProps
  extends Pick<CallRowProps, 'onCallAgain' | 'onDelete' | 'linkState' | 'Menu' | 'loadMenus'> {
  calls: readonly Call[];
  /** Index of the first call in the whole list, and the length of the list. */
  start: number;
  total: number;
  busy: ReadonlyMap<string, CallAction>;
  newestOnOpen: string;
  /** The call whose page was shown before: its group is mounted at once, to scroll to it. */
  previousCallId: string | null;
  pathOf: (callId: string) => string;
  agentNameOf: (agentId: string | null) => string;
  hitOf?: ((callId: string) => ReactNode) | undefined;
  besideOf?: ((callId: string) => ReactNode) | undefined;
}

/** Forty rows near the viewport, or an empty box of the same height: a long list costs no more than a short one. */
export function CallGroup(props: CallGroupProps) {
  const {
    calls,
    start,
    total,
    busy,
    newestOnOpen,
    previousCallId,
    pathOf,
    agentNameOf,
    hitOf,
    besideOf,
    ...same
  } = props;
  const { ref, near, height } = useNearViewport(
    start === 0 || calls.some(({ _id }) => _id === previousCallId),
  );
  return (
    <div ref={ref} role="presentation" {...(!near && { style: { height: height ?? calls.length * rowPx } })}>
      {near &&
        calls.map((call, index) => (
          <CallRow
            key={call._id}
            call={call}
            position={start + index + 1}
            total={total}
            path={pathOf(call._id)}
            agentName={agentNameOf(call.agentId)}
            busy={busy.get(call._id) ?? null}
            isNew={call._id > newestOnOpen}
            hit={hitOf?.(call._id) ?? null}
            beside={besideOf?.(call._id)}
            {...same}
          />
        ))}
    </div>
  );
}
