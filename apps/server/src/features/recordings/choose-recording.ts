import type { CarrierRecording } from '../../ports/carrier-recordings.ts';

export type Chosen =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'complete'; readonly recording: CarrierRecording };

/**
 * Which of the recordings of a call is taken. There is one, unless the carrier carried out a document twice; then it is the
 * longest, once none is running any more.
 */
export function chooseRecording(ofCall: readonly CarrierRecording[]): Chosen {
  if (ofCall.length === 0) return { kind: 'none' };
  if (ofCall.some(({ state }) => state === 'running')) return { kind: 'running' };
  const complete = ofCall.filter(({ state }) => state === 'complete');
  const [longest] = complete.sort((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0));
  return longest ? { kind: 'complete', recording: longest } : { kind: 'absent' };
}
