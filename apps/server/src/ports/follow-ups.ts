import type {
  CreateFollowUpBody,
  FollowUp,
  FollowUpChange,
  FollowUpCounts,
  FollowUpReason,
  FollowUpsQuery,
  UrgentWhy,
} from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { Caller } from './caller.ts';
import type { OpenTransaction } from './jobs.ts';

/** Something that somebody has to do, as it was found in a call. */
export interface DetectedFollowUp {
  readonly reason: FollowUpReason;
  readonly urgentWhy: UrgentWhy | null;
  readonly what: string;
  /** The transcript entry that it came from. */
  readonly entry: number | null;
  /** When the other party asked for it; null: what the reason gives. */
  readonly dueAt: Date | null;
}

export interface NewFollowUp extends DetectedFollowUp {
  readonly tenantId: string;
  /** What made it. Nothing makes two. */
  readonly sourceKey: string;
  readonly callId: string | null;
  readonly number: string | null;
  readonly contactId: string | null;
  readonly dueAt: Date;
  readonly subjectId: string | null;
}

/** The facts of a call that need no language. */
export interface CallFacts {
  /** Questions for which the agent found no knowledge. */
  readonly unanswered: readonly string[];
  readonly transferFailed: boolean;
  readonly optOutUnconfirmed: boolean;
}

export type FollowUpChangeResult =
  | { readonly kind: 'changed' | 'same' | 'stale'; readonly followUp: FollowUp }
  | { readonly kind: 'missing' }
  /** The owner to be has not worked with follow-ups yet. */
  | { readonly kind: 'person_missing' };

export interface FollowUpPage {
  readonly followUps: readonly FollowUp[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** What somebody adds by hand, checked. */
export interface FollowUpByHand extends Pick<CreateFollowUpBody, 'contactId' | 'callId' | 'entry' | 'what'> {
  readonly number: string | null;
  readonly dueAt: Date;
  readonly owner: { readonly id: string; readonly displayName: string } | null;
  /** Digest of the Idempotency-Key, or random. */
  readonly key: string;
}

export interface FollowUpStore {
  /** Those that are new. Of the requests of one call there is one at most, whoever adds it. */
  add(rows: readonly NewFollowUp[]): Promise<FollowUp[]>;
  /** The same within a transaction of the system. */
  addWithin(transaction: OpenTransaction, rows: readonly NewFollowUp[]): Promise<FollowUp[]>;
  addByHand(caller: Caller, row: FollowUpByHand): Promise<FollowUp | 'call_missing'>;
  /** Null: the cursor is none of ours. */
  list(tenantId: string, userId: string, query: FollowUpsQuery): Promise<FollowUpPage | null>;
  counts(tenantId: string, userId: string): Promise<FollowUpCounts>;
  get(tenantId: string, id: string): Promise<FollowUp | null>;
  change(
    caller: Caller,
    id: string,
    revision: number,
    change: FollowUpChange,
    at: Date,
  ): Promise<FollowUpChangeResult>;
  /** The call that was placed from a follow-up is over: closed if a person was reached, otherwise noted. */
  closeByCall(call: CallRecord, reached: boolean, at: Date): Promise<void>;
  /** Whether one with this subject is open or snoozed. */
  hasOpen(tenantId: string, subjectId: string): Promise<boolean>;
  /** What had raised it is over. */
  closeBySubject(tenantId: string, subjectId: string, at: Date): Promise<void>;
  /** Opens the snoozed ones whose time has come. How many. */
  wake(now: Date): Promise<number>;
  ofCall(tenantId: string, callId: string): Promise<FollowUp[]>;
  /** The latest. */
  ofNumber(tenantId: string, number: string, limit: number): Promise<FollowUp[]>;
}

export interface DeskPerson {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly mailUrgent: boolean;
}

/** Who works with follow-ups. */
export interface DeskPeople {
  /** Somebody has opened the inbox. */
  seen(caller: Caller, at: Date): Promise<DeskPerson>;
  list(tenantId: string): Promise<DeskPerson[]>;
  find(tenantId: string, userId: string): Promise<DeskPerson | null>;
  setMailUrgent(caller: Caller, mailUrgent: boolean, at: Date): Promise<DeskPerson>;
  /** Who gets urgent ones by e-mail and has been seen since. */
  toMail(tenantId: string, seenSince: Date): Promise<(DeskPerson & { readonly email: string })[]>;
}

/** Which mail about a follow-up was sent to whom: one at most. */
export interface FollowUpMails {
  /** False: it is being sent, was sent, or has failed. */
  begin(tenantId: string, followUpId: string, userId: string, at: Date): Promise<boolean>;
  end(tenantId: string, followUpId: string, userId: string, state: 'sent' | 'failed'): Promise<void>;
  /** It was not sent and may be tried again. */
  forget(tenantId: string, followUpId: string, userId: string): Promise<void>;
}
