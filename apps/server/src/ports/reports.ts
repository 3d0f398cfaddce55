import type { Report, ReportQuery } from '@parley/contract';

/** What adds to figures. */
export type CountedKind = 'call' | 'follow-up' | 'opt-out';

/** Keeps the sums that reports are read from (docs/reports.md). */
export interface ReportCounting {
  /**
   * Compares what these are now with what was counted of them, and adds the difference. Whoever calls it twice, late or in
   * another order gets the same sums.
   */
  recount(tenantId: string, kind: CountedKind, ids: readonly string[]): Promise<void>;
  /** Organizations whose past is not counted, or in days of another time zone than theirs. */
  unfinished(): Promise<string[]>;
  /** Counts the next few of an organization. False: all are, or another server is at it. */
  countNext(tenantId: string, most: number): Promise<boolean>;
}

export interface ReportStore {
  /** Null: the organization has no calls. */
  read(
    tenantId: string,
    query: ReportQuery,
    organization: { readonly timeZone: string; readonly currency: string },
  ): Promise<Report | null>;
}
