import type { Call, CallFilters, CallHit } from '@parley/contract';

export interface CallSearchRequest {
  readonly filters: CallFilters;
  readonly limit: number;
  /** Only calls before this one. */
  readonly after: string | undefined;
  /** Of the organization: its days are those of the filters. */
  readonly timeZone: string;
}

export interface CallSearchResult {
  readonly hits: { readonly call: Call; readonly hit: CallHit | null }[];
  /** Where the next page begins; null: there are no more, or `older` is given. */
  readonly next: string | null;
  /** Calls before it were not looked at, because the time was over. */
  readonly older: string | null;
}

/** Finds calls (docs/search.md). */
export interface CallSearch {
  find(tenantId: string, request: CallSearchRequest): Promise<CallSearchResult>;
}

/** Writes what calls are found by, after they are over and after each change. */
export interface CallDocuments {
  /**
   * Goes through calls that are due, newest first, from `before` on. `next`: where to go on; null: all were seen, or
   * another server writes them. `written`: how many documents. `failed`: calls whose document the database refuses; they
   * are found by their texts, and tried again after an hour.
   */
  writeSome(before: string | null): Promise<{
    readonly next: string | null;
    readonly written: number;
    readonly failed: readonly { readonly callId: string; readonly err: unknown }[];
  }>;
}
