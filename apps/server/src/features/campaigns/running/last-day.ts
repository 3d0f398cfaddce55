import type { CampaignPolicy } from '@parley/contract';
import { localTimeAt } from '../../../lib/zoned-time.ts';

/** Whether the last day on which a campaign calls is over, as the calendar of the organization has it. */
export function isPastLastDay(
  { endsOn }: Pick<CampaignPolicy, 'endsOn'>,
  timeZone: string,
  now: Date,
): boolean {
  if (endsOn === null) return false;
  return new Date(localTimeAt(timeZone, now.getTime())).toISOString().slice(0, 10) > endsOn;
}
