import type { Prefill } from './prefill.ts';

/**
 * In a file of its own, so that the list can clear the draft without loading the form. A form that starts with something has
 * a draft of its own: it must not take the place of what somebody has typed elsewhere.
 */
export function callDraftName(prefill: Pick<Prefill, 'followUpId' | 'phoneNumber'> | null): string {
  if (prefill === null) return 'new-call';
  return prefill.followUpId == null ? `new-call:${prefill.phoneNumber}` : `new-call:${prefill.followUpId}`;
}
