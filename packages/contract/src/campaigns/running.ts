import * as z from 'zod/mini';
import { side } from '../connections/calling.ts';

const instant = z.iso.datetime();

/**
 * `draft → scheduled → running ⇄ paused → stopping → stopped`, and `running → completed`. `stopping`: nobody is called any more,
 * and calls are still up.
 */
export const campaignStates = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  paused: 'Paused',
  stopping: 'Stopping',
  stopped: 'Stopped',
  completed: 'Completed',
} as const;
export type CampaignState = keyof typeof campaignStates;
const enumOf = <Word extends string>(words: Readonly<Record<Word, string>>) =>
  z.enum(Object.keys(words) as [Word, ...Word[]]);
export const campaignState = enumOf(campaignStates);

/** Why a campaign calls nobody for now. Whoever resumes it has looked at the reason. */
export const pauseReasons = {
  person: 'Somebody paused it.',
  calling_switched: 'Calls were switched between the sandbox and real calls.',
  calling_refused: 'Calls cannot be made at present.',
  breaker_failures: 'Too many of the last calls failed.',
  breaker_hang_ups: 'Too many people hung up at once on the last calls.',
  breaker_opt_outs: 'Too many people asked on the last calls not to be called again.',
  budget: 'The budget of the campaign is spent.',
  spending_limit: 'The spending limit of the organization is reached.',
  end_date: 'The last day of the campaign has passed.',
  agent_archived: 'The agent was archived.',
} as const;
export type PauseReason = keyof typeof pauseReasons;
export const pauseReason = enumOf(pauseReasons);

/** What the calls of a campaign run with, and how far it is. */
export const campaignRun = {
  state: campaignState,
  /** On which side it was started; it never goes on on the other one. Null before that. */
  side: z.nullable(side),
  /** The version of the agent with which all calls are made. */
  agentVersion: z.nullable(z.int()),
  /** Said when it was started: there is a reason in law to call these people for this purpose. */
  ground: z.boolean(),
  /** In the sandbox: by how many milliseconds the time of day that it pretends is ahead; null or left out: it pretends none. */
  pretendMs: z.optional(z.nullable(z.int())),
  /** When a scheduled campaign starts. */
  startAt: z.nullable(instant),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  /** While it is paused. `detail`: the figures of the breaker, or the code of what refuses calls. */
  pause: z.nullable(z.object({ reason: pauseReason, detail: z.string(), at: instant })),
  /** The campaign of which it calls those who were not reached. */
  parentId: z.nullable(z.uuid()),
};

/** What came of one call to somebody. */
export const attemptResults = {
  reached: 'Reached',
  opted_out: 'Asked not to be called again',
  wrong_number: 'Wrong number',
  hung_up_early: 'Hung up at once',
  voicemail: 'Answered by a machine',
  voicemail_left: 'Left a message',
  no_answer: 'No answer',
  busy: 'Busy',
  bad_number: 'The number does not work',
  not_counted: 'Not made',
  failed: 'Failed',
} as const;
export type AttemptResult = keyof typeof attemptResults;
export const attemptResult = enumOf(attemptResults);

/** Why somebody who will be called is not being called now. */
export const waitReasons = {
  retry: 'Called again after a while.',
  window: 'Outside of the hours at the place of the person.',
  cap: 'Called often enough for now, also by other campaigns.',
  gap: 'Called a short time ago.',
  number_cap: 'The number was called often enough for a day, also for other people and purposes.',
  number_in_call: 'The number is in a call.',
  limit: 'A limit of the organization is reached.',
  campaign_lines: 'All lines of the campaign are in use.',
  account_lines: 'All lines of the account but the one for the desk are in use.',
  rate: 'The calls a minute are used up.',
  not_made: 'The call could not be made and is made again.',
} as const;
export type WaitReason = keyof typeof waitReasons;

/** Why somebody is not called until a person has decided. */
export const holdReasons = {
  person: 'Somebody holds it.',
  no_zone: 'It is not known in which time zone the person is.',
  no_ground: 'Nobody has said that there is a reason in law to call, and the row has no consent.',
  registry_missing: 'Sales calls need a file of the do-not-call registry.',
  registry_old: 'The file of the do-not-call registry is older than 31 days.',
  never_open: 'The hours of the campaign are never open in all time zones in which the person may be.',
  carrier_refuses: 'The carrier has refused the call again and again.',
} as const;
export type HoldReason = keyof typeof holdReasons;

/** Why somebody is not called any more. */
export const suppressReasons = {
  do_not_call: 'The number is on the do-not-call list.',
  being_erased: 'What is stored about the number is being erased.',
  consent_refused: 'The person does not want calls for this purpose.',
  no_written_consent: 'Sales calls need consent in writing.',
  registry_listed: 'The number is on the do-not-call registry.',
  reached: 'The person was reached already.',
  opted_out: 'The person asked not to be called again.',
  wrong_number: 'The number belongs to somebody else.',
  not_allowed: 'The number may not be called, because of its country or its kind.',
  skipped: 'Somebody skipped it.',
} as const;
export type SuppressReason = keyof typeof suppressReasons;

/** Codes that several lists have stand for the same in each. */
export const recipientWaits = { ...suppressReasons, ...holdReasons, ...waitReasons } as const;
export type RecipientWait = keyof typeof recipientWaits;
export const recipientWait = enumOf(recipientWaits);

/** One call to somebody, or what was to become one. */
export const recipientAttempt = z.object({
  attempt: z.int(),
  /** Null where it was not dialled, or where the call was deleted. */
  callId: z.nullable(z.uuid()),
  startedAt: instant,
  endedAt: z.nullable(instant),
  /** Null while it is up. */
  result: z.nullable(attemptResult),
  /** The code beside it: a reason of the call, or the error with which it was refused. */
  detail: z.string(),
});
export type RecipientAttempt = z.infer<typeof recipientAttempt>;

/** Two may act at once: whoever comes second gets the campaign as it is then, or is told why it cannot be. */
export const startCampaignBody = z.object({
  /** What was looked at before: a campaign that was changed meanwhile is not started. */
  revision: z.int(),
  /** Null: now. */
  at: z.nullable(instant),
  ground: z.boolean(),
  /** In the sandbox alone: the time of day that it is to be, where the organization is, when it starts. */
  pretend: z.optional(
    z.nullable(z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time of day such as 09:30.'))),
  ),
});
export type StartCampaignBody = z.infer<typeof startCampaignBody>;

/** `now`: calls that are up are ended. */
export const stopCampaignBody = z.object({ now: z.boolean() });

/** `until` null or left out: until somebody releases it. Clients of the release before send no body. */
export const holdRecipientBody = z._default(z.object({ until: z.optional(z.nullable(instant)) }), {});

export const testCallBody = z.object({
  phoneNumber: z.string().check(z.maxLength(64)),
  /** Whose values it is made with; null: those of the first one who will be called. */
  row: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000))),
});
export const testCallResponse = z.object({ callId: z.uuid() });

const counted = z.int();

export const campaignProgress = z.object({
  /** Rows by state. */
  states: z.array(z.object({ state: z.string(), count: counted })),
  /** Those who are done, by what came of the last call. */
  results: z.array(z.object({ result: attemptResult, count: counted })),
  /** Those who wait, are held or suppressed, by the reason; `zone` and `until` of the first of them. */
  waits: z.array(
    z.object({
      reason: recipientWait,
      count: counted,
      zone: z.nullable(z.string()),
      until: z.nullable(instant),
    }),
  ),
  /** Calls that are up, at most 50. */
  live: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      number: z.string(),
      callId: z.nullable(z.uuid()),
      attempt: z.int(),
      since: instant,
    }),
  ),
  /** Calls that were begun, over all people. */
  attempts: counted,
  /** When the next person may be called; null: nobody waits. */
  nextAt: z.nullable(instant),
  /** In per cent of the last calls that the breaker looks at; null: too few calls. */
  breaker: z.nullable(
    z.object({ calls: counted, failures: z.number(), hangUps: z.number(), optOuts: z.number() }),
  ),
  /** Why fewer calls are made at once than the policy says; null: as many. */
  atOnce: counted,
  /** Why nobody of those whose turn it is is dialled at the moment; null: nothing. Servers of the release before leave it out. */
  slowedBy: z.optional(z.nullable(z.enum(['campaign_lines', 'account_lines', 'rate']))),
});
export type CampaignProgress = z.infer<typeof campaignProgress>;
export const campaignProgressResponse = z.object({ progress: campaignProgress });

/** What was decided, as screens say it. `detail` has the code beside it. */
export const campaignEventKinds = {
  started: 'Started',
  scheduled: 'Scheduled',
  unscheduled: 'Not scheduled any more',
  paused: 'Paused',
  resumed: 'Resumed',
  stopping: 'Stopping',
  stopped: 'Stopped',
  completed: 'Completed',
  changed: 'Changed',
  held: 'Row held',
  released: 'Row released',
  skipped: 'Row skipped',
  called: 'Row called by hand',
  tested: 'Test call',
} as const;
export type CampaignEventKind = keyof typeof campaignEventKinds;

export const campaignEvent = z.object({
  id: z.int(),
  at: instant,
  kind: enumOf(campaignEventKinds),
  /** A pause reason, or empty. */
  reason: z.string(),
  detail: z.string(),
  row: z.nullable(z.int()),
  /** Null: nobody, it came about by itself. */
  by: z.nullable(z.object({ displayName: z.string() })),
});
export type CampaignEvent = z.infer<typeof campaignEvent>;

export const campaignEventsQuery = z.object({
  /** `nextCursor` of the page before. */
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});
export const campaignEventsResponse = z.object({
  events: z.array(campaignEvent),
  nextCursor: z.nullable(z.int()),
});
