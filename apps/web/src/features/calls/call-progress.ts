import { type CallStatus, callStatuses, isTerminal } from '@parley/contract';
import type { Call } from '../../lib/parsing/calls.ts';

function isKnown(status: string): status is CallStatus {
  return (callStatuses as readonly string[]).includes(status);
}

/** The order of statuses. Null for an unknown status, which a newer server may have added. */
export function progress(status: string): number | null {
  if (!isKnown(status)) return null;
  return isTerminal(status) ? callStatuses.length : callStatuses.indexOf(status);
}

/** For an unknown status, a call with an end time is over. */
export function isOver({ status, endTime }: Pick<Call, 'status' | 'endTime'>): boolean {
  return isKnown(status) ? isTerminal(status) : endTime !== null || status === 'unknown';
}
