import type { Call } from '../../../lib/reading/calls.ts';
import { progress } from '../call-progress.ts';

/**
 * The later of two readings of one call. An answer and an event can overtake each other on their way, and a status
 * only moves forward; the one exception is a call nobody had confirmed, which the carrier's word may revive.
 */
export function newerCall<Known extends Call>(known: Known, told: Call): Known {
  const [before, after] = [progress(known.status), progress(told.status)];
  const overtaken = before !== null && after !== null && after < before && known.reason !== 'unconfirmed';
  return overtaken ? known : { ...known, ...told };
}
