import * as z from 'zod/mini';
import { outcomeValue } from '../outcomes/outcome.ts';
import { recipient } from './recipient.ts';
import { attemptResult, recipientAttempt } from './running.ts';

const count = z.int();

/** What came of a campaign so far. Each figure that is a part of others stands beside them. */
export const campaignReport = z.object({
  /** Rows of the file. */
  rows: count,
  /** People who were called at least once, and those of them who were reached. */
  called: count,
  reached: count,
  /** Calls that were made and are over; those that could not be made are not among them. */
  calls: count,
  /** Answered by a person, by a machine, hung up at once. */
  answered: count,
  machines: count,
  hungUp: count,
  /** People who asked on these calls not to be called again. */
  optOuts: count,
  /**
   * Calls that a person answered, and those of them on which the agent said nothing for two seconds. Missing: an earlier
   * release has answered.
   */
  abandonment: z.optional(z.object({ liveAnswers: count, abandoned: count })),
  /** Calls that are over, by what came of them. */
  results: z.array(z.object({ result: attemptResult, count })),
  /** People who are not called: why, and how many. */
  suppressed: z.array(z.object({ reason: z.string(), count })),
  /** How long people were talked to, in seconds. */
  seconds: count,
  /** By the hour of the day at the place of the person. */
  hours: z.array(z.object({ hour: z.int(), calls: count, answered: count })),
  /** By time zone, the most calls first. */
  zones: z.array(z.object({ zone: z.string(), calls: count, answered: count, reached: count })),
  /** By the number that calls came from, of calls that are still kept; missing: an earlier release has answered. */
  numbers: z.optional(
    z.array(
      z.object({
        number: z.string(),
        calls: count,
        answered: count,
        /** Rejected by phone or network as calls from spam are: SIP 603, 607, 608. */
        unwanted: count,
        /** How the carrier vouched for the number, where it says so: A, B or C (STIR). */
        attested: z.object({ A: count, B: count, C: count }),
      }),
    ),
  ),
  /** What was learned on calls with an outcome. */
  fields: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** Calls for which it was asked, and those of them for which it is known. */
      calls: count,
      known: count,
      /** Of choices, and of yes or no; empty for others. */
      values: z.array(z.object({ value: z.string(), count })),
    }),
  ),
  /** Of carrier and model; `estimate`: some of it is not final. In millionths. */
  costs: z.array(z.object({ currency: z.string(), micros: z.int(), estimate: z.boolean() })),
});
export type CampaignReport = z.infer<typeof campaignReport>;
export const campaignReportResponse = z.object({ report: campaignReport });

/** A call with what was learned on it: a value for each field that it was asked for, the correction where there is one. */
export const campaignResultCall = z.object({
  ...recipientAttempt.shape,
  outcome: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      /** Null: not known. */
      value: z.nullable(outcomeValue),
    }),
  ),
});
export type CampaignResultCall = z.infer<typeof campaignResultCall>;

/** A row with all of its calls, for the file with the results. */
export const campaignResult = z.object({ ...recipient.shape, calls: z.array(campaignResultCall) });
export type CampaignResult = z.infer<typeof campaignResult>;

export const campaignResultsQuery = z.object({
  /** The last row of the page before. */
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)), 0),
});
export const campaignResultsResponse = z.object({
  results: z.array(campaignResult),
  hasMore: z.boolean(),
});

/** Which kind of file: a line for each person of the list, or one for each call. */
export const resultsKind = z.enum(['people', 'calls'], 'A file has a line for each person or for each call.');
export type ResultsKind = z.infer<typeof resultsKind>;
export const resultsFileBody = z.object({ kind: resultsKind });
