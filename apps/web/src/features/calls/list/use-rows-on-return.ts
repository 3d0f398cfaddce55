import { limits } from '@parley/contract';
import { useEffect, useState } from 'react';
import type { useCalls } from '../use-calls.ts';
import { loadedWhenOpened } from './row-position.ts';

type Calls = Pick<ReturnType<typeof useCalls>, 'data' | 'hasNextPage' | 'isFetchNextPageError'>;

/**
 * Loads the pages that were there when the call was opened to which somebody returns: the list may have been dropped
 * meanwhile. One page more than then, because calls that have come since push the row down.
 */
export function useRowsOnReturn(
  previousCallId: string | null,
  { data: calls, hasNextPage, isFetchNextPageError }: Calls,
  more: { busy: boolean; send: () => void },
): void {
  const [wasDropped] = useState(calls === undefined);
  const before = previousCallId === null ? 0 : loadedWhenOpened(previousCallId);
  const isMissing =
    wasDropped &&
    calls !== undefined &&
    calls.length < before + limits.pageSize &&
    before > 0 &&
    calls.every(({ _id }) => _id !== previousCallId);
  const isNeeded = isMissing && hasNextPage && !isFetchNextPageError && !more.busy;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one page after the other, each as soon as it is known to be needed
  useEffect(() => {
    if (isNeeded) more.send();
  }, [isNeeded]);
}
