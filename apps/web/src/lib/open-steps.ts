import type { Calling } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Of the sandbox: it rings on open pages of the handset. A call to it that is answered takes the second of the first steps. */
export const handsetNumber = '+15005550199';

/** Whether the first steps have to be asked for again after a change of a call: only while it may take one of them. */
export function mayTakeStep(calling: Calling | undefined, to: string | null): boolean {
  if (calling?.side !== 'sandbox') return false;
  const { placed, handset } = calling.firstSteps;
  return !placed || (!handset && to === handsetNumber);
}

export function refreshSteps(client: QueryClient, to: string | null): void {
  if (mayTakeStep(client.getQueryData<Calling>(queryKeys.calling), to))
    void client.invalidateQueries({ queryKey: queryKeys.calling, exact: true });
}
