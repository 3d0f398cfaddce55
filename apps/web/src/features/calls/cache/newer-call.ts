import type { Call } from '../../../lib/parsing/calls.ts';
import { progress } from '../call-progress.ts';

/**
 * Keeps the later of two states of a call. A response and an event can arrive in the wrong order, and a status only moves
 * forward; the one exception is an unconfirmed call, which an update of the carrier can reopen.
 */
export function newerCall<Known extends Call>(known: Known, incoming: Call): Known {
  const [before, after] = [progress(known.status), progress(incoming.status)];
  const outdated = before !== null && after !== null && after < before && known.reason !== 'unconfirmed';
  return outdated ? known : { ...known, ...incoming };
}
