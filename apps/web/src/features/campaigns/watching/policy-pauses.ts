import type { Campaign, PauseReason } from '@parley/contract';

/** Pauses that come back at once unless somebody changes what the campaign is paused by, and what that is. */
export const policyPauses: ReadonlyMap<PauseReason, string> = new Map([
  ['budget', 'Change Budget'],
  ['end_date', 'Change Last Day'],
]);

/** Nobody is called at present, and somebody may be later. */
export const isChangeable = ({ state }: Campaign) => state === 'paused' || state === 'scheduled';
