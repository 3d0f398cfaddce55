import { type Call, type CallStatus, callStatuses, isTerminal } from '@parley/contract';

function rank(status: CallStatus): number {
  return isTerminal(status) ? callStatuses.length : callStatuses.indexOf(status);
}

/**
 * The later of two readings of one call. An answer and an event can overtake each other on their way, and a status
 * only moves forward; the one exception is a call nobody had confirmed, which the carrier's word may revive.
 */
export function newerCall<Known extends Call>(known: Known, told: Call): Known {
  const overtaken = rank(told.status) < rank(known.status) && known.reason !== 'unconfirmed';
  return overtaken ? known : { ...known, ...told };
}
