import * as z from 'zod/mini';
import { isBlank } from '../agent-config/checks/check.ts';
import { callId, speaker } from '../call-parts.ts';
import { namedParty } from '../contacts/named-party.ts';
import { limits } from '../limits.ts';
import { maxCharacters } from '../max-characters.ts';
import { followUpCounts } from './counts.ts';
import { followUpReasonNames, urgentWhyNames } from './reasons.ts';

const instant = z.iso.datetime();
const person = z.object({ displayName: z.string() });
const userId = z.string().check(z.minLength(1), z.maxLength(200));

export const followUpId = z.uuid();
export const followUpReason = z.enum(followUpReasonNames);
export const urgentWhy = z.enum(urgentWhyNames);
export const followUpState = z.enum(['open', 'snoozed', 'done']);
export type FollowUpState = z.infer<typeof followUpState>;

/** Who closed it: a person, a call that reached somebody, or what had raised it and is over. */
export const closedHow = z.enum(['person', 'call', 'system']);
export type ClosedHow = z.infer<typeof closedHow>;

/** What somebody has to do after a call. */
export const followUp = z.object({
  id: followUpId,
  reason: followUpReason,
  state: followUpState,
  urgent: z.boolean(),
  urgentWhy: z.nullable(urgentWhy),
  number: z.nullable(z.string()),
  contact: z.nullable(namedParty),
  /** Null: not of a call, or the call was deleted. */
  callId: z.nullable(callId),
  /** The words that it came from. They go with the call. */
  entry: z.nullable(z.object({ ordinal: z.int(), speaker, message: z.string() })),
  what: z.string(),
  note: z.string(),
  dueAt: instant,
  snoozedUntil: z.nullable(instant),
  owner: z.nullable(z.object({ id: z.string(), displayName: z.string() })),
  closed: z.nullable(z.object({ by: z.nullable(person), how: closedHow, at: instant })),
  /** The latest call that was placed from it; `by` is null when the name is not known. */
  lastCall: z.nullable(z.object({ callId, live: z.boolean(), by: z.nullable(person) })),
  /** True where it came from a call of the sandbox. */
  sandbox: z.boolean(),
  /** Counts the changes. A change names the revision that it is based on. */
  revision: z.int(),
  createdAt: instant,
  changedAt: instant,
});
export type FollowUp = z.infer<typeof followUp>;

const note = z
  .string()
  .check(
    maxCharacters(limits.followUpNoteMax, `A note may have at most ${limits.followUpNoteMax} characters.`),
  );

export const followUpChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  /** Out of "done" or out of a snooze. */
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.literal('snooze'), until: instant }),
  /** Null: nobody's. */
  z.object({ kind: z.literal('assign'), owner: z.nullable(userId) }),
  z.object({ kind: z.literal('note'), note }),
  z.object({ kind: z.literal('due'), dueAt: instant }),
]);
export type FollowUpChange = z.infer<typeof followUpChange>;

export const changeFollowUpBody = z.object({
  revision: z.int().check(z.minimum(1)),
  change: followUpChange,
});
export type ChangeFollowUpBody = z.infer<typeof changeFollowUpBody>;

export const createFollowUpBody = z.object({
  number: z.optional(z.string().check(z.maxLength(64))),
  contactId: z.optional(z.uuid()),
  callId: z.optional(callId),
  entry: z.optional(z.int().check(z.minimum(0))),
  what: z.string().check(
    z.refine((text) => !isBlank(text), 'Write what is to be done.'),
    maxCharacters(
      limits.followUpWhatMax,
      `What is to be done may have at most ${limits.followUpWhatMax} characters.`,
    ),
  ),
  /** Absent: when a call back is due. */
  dueAt: z.optional(instant),
  owner: z.optional(userId),
});
export type CreateFollowUpBody = z.infer<typeof createFollowUpBody>;

export const followUpsQuery = z.object({
  state: z._default(followUpState, 'open'),
  owner: z._default(z.enum(['anyone', 'me', 'nobody']), 'anyone'),
  /** `nextCursor` of the page before. It names the last row by its order, so that a change of that row shifts nothing. */
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax)),
    limits.followUpsPageSize,
  ),
});
export type FollowUpsQuery = z.infer<typeof followUpsQuery>;

export const followUpsResponse = z.object({
  followUps: z.array(followUp),
  hasMore: z.boolean(),
  nextCursor: z.nullable(z.string()),
  counts: followUpCounts,
});
export type FollowUpsResponse = z.infer<typeof followUpsResponse>;

export const followUpResponse = z.object({ followUp });
/** `changed` is false where it was so already. */
export const changeFollowUpResponse = z.object({ followUp, changed: z.boolean() });

/** What the form of a new call is filled in with. */
export const callBack = z.object({
  agentId: z.nullable(z.string()),
  phoneNumber: z.string(),
  contactId: z.nullable(z.uuid()),
  instructions: z.string(),
  followUpId,
  revision: z.int(),
});
export type CallBack = z.infer<typeof callBack>;

/** Who works with follow-ups: owners to choose from. */
export const deskPeopleResponse = z.object({
  people: z.array(z.object({ id: z.string(), displayName: z.string() })),
  me: z.object({
    id: z.string(),
    displayName: z.string(),
    /** Urgent ones by e-mail. */
    mailUrgent: z.boolean(),
    /** Mail is connected and an address is known. */
    mailPossible: z.boolean(),
  }),
});
export type DeskPeople = z.infer<typeof deskPeopleResponse>;

export const urgentMailBody = z.object({ mailUrgent: z.boolean() });
