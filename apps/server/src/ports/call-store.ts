import type { AuditChange, Call, CallDetail } from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { CarrierOwner } from './carrier.ts';
import type { Job } from './jobs.ts';

/** One call: by our id, within a tenant where a person asks for it, or by the carrier's sid. */
export type CallRef =
  | { readonly id: string }
  | { readonly id: string; readonly tenantId: string }
  | { readonly sid: string };

/** What an event does to a call. Change, notice, event and audit entry are stored together or not at all. */
export interface CallChange {
  readonly at: Date;
  readonly changes: Partial<CallRecord>;
  /** An entry of the call's append-only history. */
  readonly event: { readonly kind: string; readonly data: Record<string, unknown> };
  /** Stored only where the call's history has no entry of this kind yet. */
  readonly once?: boolean;
  readonly audit?: { readonly actor: string; readonly action: AuditChange };
  /** The request that made the call was never dialled: its idempotency key may be used again. */
  readonly releaseKey?: boolean;
  /**
   * Jobs to queue in the same transaction. Only for changes made with the system role: the database role of a tenant
   * may not insert jobs.
   */
  readonly jobs?: readonly Job[];
}

export interface ChangeResult {
  readonly call: CallRecord;
  /** False when the event changed nothing. */
  readonly changed: boolean;
}

export interface CallPage {
  readonly limit: number;
  readonly afterId: string | undefined;
  /** Only those with exactly this one; left out: all. */
  readonly externalId?: string | undefined;
}

export interface CallStore {
  /** Newest first, at most `limit`. */
  list(tenantId: string, page: CallPage): Promise<Call[]>;
  get(tenantId: string, id: string): Promise<Call | null>;
  detail(tenantId: string, id: string): Promise<CallDetail | null>;
  /** Takes the call out of every list. For a minute it can be restored; then it is gone with all that belongs to it. */
  remove(tenantId: string, id: string, actor: string): Promise<'removed' | 'live' | 'missing'>;
  /** Brings back a call that was removed a moment ago; null: there is no such call, or it is gone for good. */
  restore(tenantId: string, id: string, actor: string): Promise<Call | null>;

  /** Removes for good those whose deletion cannot be taken back any more, at most `limit`. How many. */
  removeDeleted(limit: number): Promise<number>;

  find(ref: CallRef): Promise<CallRecord | null>;
  /** Whether the call's history has an entry of this kind. */
  hasEvent(id: string, kind: string): Promise<boolean>;
  /**
   * Decides with the row locked and stores in the same transaction. Null when there is no such call. A change that sets
   * a carrier's sid which another call has is not stored.
   */
  change(ref: CallRef, decide: (call: CallRecord) => CallChange | null): Promise<ChangeResult | null>;
}

/** Unfinished calls, of one carrier account where one is named. */
export interface UnfinishedCalls {
  /** Calls that have neither changed nor been compared since the time that `before` gives for their stage. */
  due(carrier: CarrierOwner, before: DueBefore, limit: number): Promise<CallRecord[]>;
  /** The call was compared with the carrier and had not changed. */
  markChecked(id: string, at: Date): Promise<void>;
  /** The carrier's stream of these calls is active, so they need no comparison now. */
  markLive(ids: readonly string[], at: Date): Promise<void>;
  /** Calls between these numbers that may exist at the carrier under a sid we do not know, oldest first. */
  awaitingSid(carrier: CarrierOwner, numbers: { to: string; from: string }): Promise<CallRecord[]>;
  /** Whether the call has neither changed nor been compared for this long, by the clock of the database. */
  isUntouched(id: string, forMs: number): Promise<boolean>;
  /** Which of these sids belong to a call of ours. */
  knownSids(sids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface DueBefore {
  readonly notSent: Date;
  readonly awaitingSid: Date;
  readonly dialling: Date;
  readonly live: Date;
  /** Also applies to calls of other carriers: calls that no server has compared since this time. */
  readonly abandoned: Date;
}
