import type { CampaignProgress } from '@parley/contract';
import { linesForCampaigns } from './gate.ts';

interface Pace {
  readonly now: Date;
  /** There are people whose turn it is. */
  readonly due: boolean;
  /** The lines that the campaign, and its organization, have in use. */
  readonly ofCampaign: number;
  readonly ofAccount: number;
  /** Of the policy. */
  readonly atOnce: number;
  /** Of the account; null: as many as there are. */
  readonly lines: number | null;
  readonly perMinute: number;
  readonly lastDialAt: Date | null;
}

/**
 * Why nobody of those whose turn it is is dialled at the moment: for all alike, so their rows do not say it. It is read from what
 * is stored, as the gate would decide: whichever server is asked, it need not be the one that dials. Null: nothing holds it up.
 */
export function slowedBy(pace: Pace): NonNullable<CampaignProgress['slowedBy']> | null {
  const { now, due, ofCampaign, ofAccount, atOnce, lines, perMinute, lastDialAt } = pace;
  if (!due) return null;
  if (ofCampaign >= atOnce) return 'campaign_lines';
  if (lines !== null && ofAccount >= linesForCampaigns(lines)) return 'account_lines';
  const nextAt = lastDialAt === null ? 0 : lastDialAt.getTime() + 60_000 / perMinute;
  return nextAt > now.getTime() ? 'rate' : null;
}
