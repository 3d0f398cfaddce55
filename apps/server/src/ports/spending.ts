import type { Spending, SpendingLimits } from '@parley/contract';
import type { Caller } from './caller.ts';

/** What calls of an organization cost, and how much they may cost (docs/cost.md). */
export interface SpendingStore {
  /** On this day and in its month, in the organization's time zone. */
  get(tenantId: string, now: Date): Promise<Spending>;
  /** Null: somebody else has changed them since this revision. */
  saveLimits(caller: Caller, limits: SpendingLimits, revision: number, now: Date): Promise<Spending | null>;
}
