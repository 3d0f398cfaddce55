import type { PauseReason } from '@parley/contract';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';

/** Pauses that come back at once unless somebody changes what the campaign is paused by, and what that is. */
export const policyPauses: ReadonlyMap<string, string> = new Map<PauseReason, string>([
  ['budget', 'Change Budget'],
  ['end_date', 'Change Last Day'],
]);

/** Nobody is called at present, and somebody may be later. */
export const isChangeable = ({ state }: Campaign) => state === 'paused' || state === 'scheduled';
