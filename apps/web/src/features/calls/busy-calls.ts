import { useInFlight } from '../../lib/use-send.ts';

export type CallAction = 'again' | 'delete';

const lockPrefix = 'call-row:';

/** One action at a time for each call, in whichever place it is started. */
export const lockOf = ({ callId }: { callId: string }) => `${lockPrefix}${callId}`;

/** Calls with an action in flight, wherever it was started. */
export function useBusyCalls(): ReadonlyMap<string, CallAction> {
  const held = useInFlight();
  return new Map(
    [...held]
      .filter(([lock]) => lock.startsWith(lockPrefix))
      .map(([lock, name]) => [lock.slice(lockPrefix.length), name === 'delete-call' ? 'delete' : 'again']),
  );
}
