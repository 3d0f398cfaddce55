import type { Spending, SpendingLimits } from '@parley/contract';

/** What calls cost, as a desk without limits begins. */
export class SpendingDesk {
  spending: Spending = {
    ...{ currency: 'USD', revision: 0, changedAt: null, changedBy: null },
    limits: { dayMicros: null, monthMicros: null, rates: [] },
    day: { from: '2026-10-13', spentMicros: 4_215_000, estimatedMicros: 310_000, heldMicros: 84_000 },
    month: { from: '2026-10-01', spentMicros: 61_840_000, estimatedMicros: 310_000, heldMicros: 84_000 },
  };

  limit(limits: Partial<SpendingLimits>): void {
    this.spending = { ...this.spending, limits: { ...this.spending.limits, ...limits }, revision: 1 };
  }
}
