import type { Retention, RetentionDays, RetentionPreview } from '@parley/contract';
import type { Caller } from './caller.ts';

/** How long an organization keeps what, and what is removed for it. */
export interface RetentionStore {
  get(tenantId: string): Promise<Retention>;
  /** Null: somebody else has changed it since this revision. */
  save(caller: Caller, days: RetentionDays, revision: number): Promise<Retention | null>;
  preview(
    tenantId: string,
    before: { readonly transcripts: Date | null; readonly calls: Date | null },
  ): Promise<RetentionPreview>;
  /** Of the organizations that do not keep everything. */
  all(): Promise<{ readonly tenantId: string; readonly days: RetentionDays }[]>;
  /** Of some calls that began before then and are over. Returns of how many. */
  removeTranscripts(tenantId: string, before: Date, limit: number): Promise<number>;
  removeCalls(tenantId: string, before: Date, limit: number): Promise<number>;
  record(tenantId: string, removed: RetentionPreview): Promise<void>;
}
