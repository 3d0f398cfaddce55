import type { Call, CallDetail } from '@parley/contract';
import type { CallRecord } from './call.ts';
import type { Job } from './jobs.ts';

/** One call: by our own id, within a tenant where a person asks for it, or by the carrier's name for it. */
export type CallRef =
  | { readonly id: string }
  | { readonly id: string; readonly tenantId: string }
  | { readonly sid: string };

/** What an event does to a call: stored, told and written down together, or not at all. */
export interface CallChange {
  readonly at: Date;
  readonly changes: Partial<CallRecord>;
  /** A line in the append-only life of the call. */
  readonly event: { readonly kind: string; readonly data: Record<string, unknown> };
  readonly audit?: { readonly actor: string; readonly action: string };
  /** The request that made the call was never dialled: its idempotency key may be used again. */
  readonly releaseKey?: boolean;
  /** What is to be done because of it; only for changes that no single person's request makes. */
  readonly jobs?: readonly Job[];
}

export interface ChangeResult {
  readonly call: CallRecord;
  /** False when the event was absorbed. */
  readonly changed: boolean;
}

export interface CallStore {
  /** Newest first, at most `limit`. */
  list(tenantId: string, page: { limit: number; afterId: string | undefined }): Promise<Call[]>;
  get(tenantId: string, id: string): Promise<Call | null>;
  detail(tenantId: string, id: string): Promise<CallDetail | null>;
  /** Takes transcript, summary and events with it. */
  remove(tenantId: string, id: string, actor: string): Promise<'removed' | 'live' | 'missing'>;

  find(ref: CallRef): Promise<CallRecord | null>;
  /**
   * Decides with the row locked and stores in the same transaction. Null when there is no such call. A change that
   * claims a carrier's sid which another call owns is absorbed.
   */
  change(ref: CallRef, decide: (call: CallRecord) => CallChange | null): Promise<ChangeResult | null>;
}

/** Those of the carrier that this server is connected to. */
export interface UnfinishedCalls {
  /** Unfinished calls whose state last moved, or was last compared, before the given moment for their stage. */
  due(before: DueBefore, limit: number): Promise<CallRecord[]>;
  /** Compared with the carrier, and nothing new. */
  markChecked(id: string, at: Date): Promise<void>;
  /** The carrier was heard on these calls just now: those that go on need no asking. */
  markLive(ids: readonly string[], at: Date): Promise<void>;
  /** Calls between these numbers that may exist at the carrier under a sid we do not know, oldest first. */
  awaitingSid(numbers: { to: string; from: string }): Promise<CallRecord[]>;
  /** Which of these sids belong to a call of ours. */
  knownSids(sids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface DueBefore {
  readonly notSent: Date;
  readonly awaitingSid: Date;
  readonly dialling: Date;
  readonly live: Date;
  /** For calls of every carrier: where not even the server of their own has looked since. */
  readonly abandoned: Date;
}
