import type {
  CreateFollowUpBody,
  DeskPeople,
  FollowUp,
  FollowUpChange,
  FollowUpCounts,
  FollowUpReason,
  FollowUpsQuery,
  UrgentWhy,
} from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { Caller } from './caller.ts';
import type { CallKey } from './transcript-store.ts';

/** Something that somebody has to do, as it was found in a call. */
export interface DetectedFollowUp {
  readonly reason: FollowUpReason;
  /** Null: not urgent. */
  readonly urgentWhy: UrgentWhy | null;
  /** In one sentence. */
  readonly what: string;
  /** The transcript entry that it came from. */
  readonly entry: number | null;
  /** The time that somebody asked to be called at; null: by the reason. */
  readonly dueAt: Date | null;
}

export interface NewFollowUp extends DetectedFollowUp {
  readonly tenantId: string;
  /** What makes it. Nothing makes two. */
  readonly sourceKey: string;
  readonly callId: string | null;
  readonly number: string | null;
  readonly contactId: string | null;
  readonly dueAt: Date;
  /** Of a follow-up that is of no call: the id of the connection. */
  readonly subjectId: string | null;
}

/** What is known of a call besides its words. */
export interface CallFacts {
  /** Questions that nothing was found for in what the agent knows. */
  readonly unanswered: readonly string[];
  readonly transferFailed: boolean;
  /** Somebody asked on this call not to be called again, and nobody knows whether it was their number. */
  readonly optOutUnconfirmed: boolean;
}

/** Something that a tool of the organization has changed, or was changing when it was looked at. */
export interface ChangeMade {
  /** Of the tool call. */
  readonly id: string;
  readonly title: string;
  /** The place of its answer in the conversation; that of its use, where no session has heard the answer. */
  readonly ordinal: number;
  /** When it was known that it was done; null: it is still running. */
  readonly doneAt: Date | null;
}

/** What is stored of a call that is over, besides its words. */
export interface StoredFacts extends CallFacts {
  readonly changes: readonly ChangeMade[];
  /** What tools of the call have the session say while they run, and where they fail. */
  readonly toolSentences: readonly string[];
}

export type ChangeResult =
  /** `same`: it was so already. `stale`: somebody else has changed it meanwhile. */
  | { readonly kind: 'changed' | 'same' | 'stale'; readonly followUp: FollowUp }
  | { readonly kind: 'missing' | 'no person' };

export type CreateResult =
  | { readonly kind: 'created'; readonly followUp: FollowUp }
  | { readonly kind: 'no call' | 'no contact' | 'no person' };

export interface ManualFollowUp extends Omit<CreateFollowUpBody, 'dueAt'> {
  readonly dueAt: Date;
  /** Of the request: repeated, it makes one. */
  readonly key: string;
}

/** A page of the list, and the cursor of the next one. */
export interface FollowUpPage {
  readonly followUps: FollowUp[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** Follow-ups as a person works with them. Their `contact` has an id alone: the name is added by whoever shows it. */
export interface FollowUpStore {
  /** Null: the cursor is none of ours. */
  list(caller: Caller, query: FollowUpsQuery): Promise<FollowUpPage | null>;
  counts(caller: Caller): Promise<FollowUpCounts>;
  get(tenantId: string, id: string): Promise<FollowUp | null>;
  /** What is still to do first, then the latest. */
  ofNumber(tenantId: string, number: string, limit: number): Promise<FollowUp[]>;
  create(caller: Caller, followUp: ManualFollowUp): Promise<CreateResult>;
  change(
    caller: Caller,
    id: string,
    revision: number,
    change: FollowUpChange,
    at: Date,
  ): Promise<ChangeResult>;
}

/** Follow-ups as the deployment makes and closes them, for every tenant. Each of these may be repeated. */
export interface FollowUpWork {
  factsOf(call: CallKey): Promise<StoredFacts>;
  /** Adds those that are new, and returns their ids. One that was added already can become urgent, and nothing else. */
  add(rows: readonly NewFollowUp[]): Promise<string[]>;
  /**
   * Adds a line to the note of the one follow-up that the requests of a call make, and moves it to a time that was asked
   * for. Repeated with the same line, it changes nothing.
   */
  addToRequest(call: CallKey, line: string, dueAt: Date | null): Promise<void>;
  /**
   * The call that was placed from a follow-up is over. Closed where it reached a person at the number of the follow-up;
   * otherwise the line is added to the note.
   */
  closeByCall(call: CallRecord, result: { reached: boolean; line: string }, at: Date): Promise<void>;
  /** What had raised it is over. */
  closeBySubject(tenantId: string, subjectId: string, at: Date): Promise<void>;
  /** Opens those that were snoozed until now, at most so many. Returns how many it opened. */
  wake(now: Date, most: number): Promise<number>;
}

export interface Colleagues extends Pick<DeskPeople, 'people'> {
  /** Whether whoever asks gets urgent ones by e-mail. */
  readonly mailUrgent: boolean;
}

/** Who works with follow-ups. */
export interface DeskPeopleStore {
  /** Remembers that a person has opened the inbox, and returns who else has. */
  seen(caller: Caller, at: Date): Promise<Colleagues>;
  /** The same for somebody who only looks. */
  list(caller: Caller): Promise<Colleagues>;
  setUrgentMail(caller: Caller, mailUrgent: boolean, at: Date): Promise<void>;
}

/** Mail about urgent follow-ups: at most one for each follow-up and person. */
export interface UrgentMails {
  /** Who wants one and has opened the inbox since; none where the follow-up is not open or not urgent any more. */
  recipients(tenantId: string, followUpId: string, since: Date): Promise<{ userId: string; email: string }[]>;
  /** False: it was begun before, and may have been sent. */
  begin(tenantId: string, followUpId: string, userId: string): Promise<boolean>;
  finish(tenantId: string, followUpId: string, userId: string, state: 'sent' | 'failed'): Promise<void>;
  /** It was certainly not sent: the next try begins it again. */
  takeBack(tenantId: string, followUpId: string, userId: string): Promise<void>;
}
