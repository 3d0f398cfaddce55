import * as z from 'zod/mini';
import { weekHours } from '../organization/opening-hours.ts';

export const policyLimits = { attemptsMax: 10, perMinuteMax: 1_200, atOnceMax: 50 } as const;

const amount = (most: number, sentence: string) =>
  z.int(sentence).check(z.minimum(1, sentence), z.maximum(most, sentence));

const startingWaits = { busyMinutes: 15, noAnswerHours: 4, voicemailDays: 1 };
const startingCaps = { attempts: 3, days: 7, gapHours: 4, perNumber: 4 };
const startingBreaker = { calls: 20, failures: 50, hangUps: 50, optOuts: 20 };

export const machineAction = z.enum(['as_agent', 'hang_up', 'leave_message']);
export type MachineAction = z.infer<typeof machineAction>;

/** How a campaign calls. What is left out is as in a new campaign. */
export const campaignPolicy = z.object({
  /** When people are called, as clocks show it at their place. A time at which hours end is outside of them. */
  hours: weekHours,
  /** How often somebody is called who is not reached. */
  attempts: amount(
    policyLimits.attemptsMax,
    `Somebody may be called 1 to ${policyLimits.attemptsMax} times.`,
  ),
  /** On real lines no more than the account of the carrier may: one a second, unless its connection says otherwise. */
  perMinute: amount(
    policyLimits.perMinuteMax,
    `Between 1 and ${policyLimits.perMinuteMax.toLocaleString('en-US')} calls a minute.`,
  ),
  /** Calls at the same time. */
  atOnce: amount(policyLimits.atOnceMax, `Between 1 and ${policyLimits.atOnceMax} calls at once.`),
  /** How long it takes until somebody is called again. */
  waits: z._default(
    z.object({
      /** After the second busy call four times as long. */
      busyMinutes: amount(1_440, 'Between 1 and 1,440 minutes after a busy line.'),
      noAnswerHours: amount(72, 'Between 1 and 72 hours after no answer.'),
      voicemailDays: amount(30, 'Between 1 and 30 days after a machine.'),
    }),
    startingWaits,
  ),
  /** Whether somebody whose machine answered is called again. */
  voicemail: z._default(z.enum(['again', 'done']), 'again'),
  /**
   * What the agent does where a machine answers: what it is set to, hang up without a word, or leave its message after the
   * beep. An agent without a message hangs up.
   */
  onMachine: z._default(machineAction, 'as_agent'),
  /** How often one person is called for this purpose, and one number at all, by all campaigns together. */
  caps: z._default(
    z.object({
      attempts: amount(20, 'Between 1 and 20 calls to one person.'),
      days: amount(90, 'Between 1 and 90 days.'),
      gapHours: z
        .int('Between 0 and 72 hours between two calls.')
        .check(
          z.minimum(0, 'Between 0 and 72 hours between two calls.'),
          z.maximum(72, 'Between 0 and 72 hours between two calls.'),
        ),
      /** In 24 hours, whoever is asked for and for whichever purpose. */
      perNumber: z._default(amount(20, 'Between 1 and 20 calls to one number.'), startingCaps.perNumber),
    }),
    startingCaps,
  ),
  /** The last day on which people are called, as the calendar of the organization has it; null: until everybody was. */
  endsOn: z._default(z.nullable(z.iso.date()), null),
  /** Millionths of the currency of the organization; null: no limit of its own. */
  budgetMicros: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))), null),
  /** It is paused when more of the last calls than this, in per cent, failed, were hung up at once, or asked to be left alone. */
  breaker: z._default(
    z.object({
      calls: amount(200, 'Between 1 and 200 calls.'),
      failures: amount(100, 'Between 1 and 100 per cent.'),
      hangUps: amount(100, 'Between 1 and 100 per cent.'),
      optOuts: amount(100, 'Between 1 and 100 per cent.'),
    }),
    startingBreaker,
  ),
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
  ...{ waits: startingWaits, voicemail: 'again', onMachine: 'as_agent', caps: startingCaps },
  ...{ endsOn: null, budgetMicros: null },
  breaker: startingBreaker,
};
