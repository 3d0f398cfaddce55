import type { Retention, RetentionDays, RetentionPreview } from '@parley/contract';
import type { Caller } from './caller.ts';

/** How long an organization keeps what, and what is removed for it. */
export interface RetentionStore {
  get(tenantId: string): Promise<Retention>;
  /** Null: somebody else has changed it since this revision. */
  save(caller: Caller, days: RetentionDays, revision: number): Promise<Retention | null>;
  /** Of transcripts and calls; the audit log counts its own entries. */
  preview(
    tenantId: string,
    before: { readonly transcripts: Date | null; readonly calls: Date | null },
  ): Promise<Pick<RetentionPreview, 'transcripts' | 'calls'>>;
  /** Of the organizations that do not keep everything. */
  all(): Promise<{ readonly tenantId: string; readonly days: RetentionDays }[]>;
  /** Of the next calls that began before then and are over. `next`: where to go on; null behind the last of them. */
  removeTranscripts(
    tenantId: string,
    before: Date,
    limit: number,
    after: string | null,
  ): Promise<{ readonly calls: number; readonly next: string | null }>;
  removeCalls(tenantId: string, before: Date, limit: number): Promise<number>;
  record(tenantId: string, removed: RetentionPreview): Promise<void>;
}
