import type { Campaign, CampaignAccount, CampaignPolicy } from '@parley/contract';
import { unknownLines } from '../../ports/call-admission.ts';
import type { CampaignCalls } from '../../ports/campaign-runs.ts';
import { linesForCampaigns } from './running/gate.ts';

/** What a new account of the carrier takes; more is known where the account says so. */
const unknownPerSecond = 1;

/** How many calls the account may place that calls for a campaign. A draft is called from the side that the organization is on. */
export async function accountOf(
  calls: Pick<CampaignCalls, 'side' | 'accountLimits'>,
  tenantId: string,
  { side = null }: Pick<Campaign, 'side'>,
): Promise<CampaignAccount> {
  if ((side ?? calls.side(tenantId)) !== 'real')
    return { side: 'sandbox', lines: null, callsPerSecond: null, isKnown: true };
  const { callsAtOnce, callsPerSecond } = await calls.accountLimits(tenantId);
  return {
    ...{
      side: 'real',
      lines: callsAtOnce ?? unknownLines,
      callsPerSecond: callsPerSecond ?? unknownPerSecond,
    },
    isKnown: callsAtOnce !== null,
  };
}

/** The pace at which a campaign calls that has the account to itself: what the policy says, or what the account leaves of it. */
export function paceWithin(
  { atOnce, perMinute }: Pick<CampaignPolicy, 'atOnce' | 'perMinute'>,
  { lines, callsPerSecond }: CampaignAccount,
): Pick<CampaignPolicy, 'atOnce' | 'perMinute'> {
  return {
    atOnce: lines === null ? atOnce : Math.min(atOnce, linesForCampaigns(lines)),
    perMinute: callsPerSecond === null ? perMinute : Math.min(perMinute, callsPerSecond * 60),
  };
}
