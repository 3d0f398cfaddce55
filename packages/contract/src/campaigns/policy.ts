import * as z from 'zod/mini';
import { weekHours } from '../organization/opening-hours.ts';

export const policyLimits = { attemptsMax: 10, perMinuteMax: 60, atOnceMax: 50 } as const;

const amount = (most: number, sentence: string) =>
  z.int(sentence).check(z.minimum(1, sentence), z.maximum(most, sentence));

/** How a campaign calls. */
export const campaignPolicy = z.object({
  /** When people are called, as clocks show it at their place. A time at which hours end is outside of them. */
  hours: weekHours,
  /** How often somebody is called who is not reached. */
  attempts: amount(
    policyLimits.attemptsMax,
    `Somebody may be called 1 to ${policyLimits.attemptsMax} times.`,
  ),
  perMinute: amount(policyLimits.perMinuteMax, `Between 1 and ${policyLimits.perMinuteMax} calls a minute.`),
  /** Calls at the same time. */
  atOnce: amount(policyLimits.atOnceMax, `Between 1 and ${policyLimits.atOnceMax} calls at once.`),
});
export type CampaignPolicy = z.infer<typeof campaignPolicy>;

const working = [{ from: '09:00', to: '20:00' }];

/** Within the hours of nearly every rule for calls of any purpose. One line of the two that a new account has stays free. */
export const startingPolicy: CampaignPolicy = {
  hours: {
    ...{ monday: working, tuesday: working, wednesday: working, thursday: working, friday: working },
    ...{ saturday: working, sunday: [] },
  },
  attempts: 3,
  perMinute: 20,
  atOnce: 1,
};
