import { type CallStatus, callStatuses, isTerminal } from '@parley/contract';
import type { Call } from '../../lib/reading/calls.ts';

function isKnown(status: string): status is CallStatus {
  return (callStatuses as readonly string[]).includes(status);
}

/** How far a call has come. Null for a status that a newer server has added: nobody here knows where it belongs. */
export function progress(status: string): number | null {
  if (!isKnown(status)) return null;
  return isTerminal(status) ? callStatuses.length : callStatuses.indexOf(status);
}

/** Over, as far as one can tell: of a status that nobody knows here, the time of the end tells. */
export function isOver({ status, endTime }: Pick<Call, 'status' | 'endTime'>): boolean {
  return isKnown(status) ? isTerminal(status) : endTime !== null || status === 'unknown';
}
