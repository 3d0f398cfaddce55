import type { Spending, SpendingLimits } from '@parley/contract';
import type { FakeResponse, FakeServer, ReceivedRequest } from './fake-server.ts';

/** What was spent, without limits. */
export const unlimitedSpending: Spending = {
  ...{ currency: 'USD', revision: 0, changedAt: null, changedBy: null },
  limits: { dayMicros: null, monthMicros: null, rates: [] },
  day: { from: '2026-10-13', spentMicros: 4_215_000, estimatedMicros: 310_000, heldMicros: 84_000 },
  month: { from: '2026-10-01', spentMicros: 61_840_000, estimatedMicros: 310_000, heldMicros: 84_000 },
};

export function limitSpending({ reportDesk }: FakeServer, limits: Partial<SpendingLimits>): void {
  const { limits: none, ...spending } = unlimitedSpending;
  reportDesk.spending = { ...spending, limits: { ...none, ...limits }, revision: 1 };
}

/** The response to changed limits; null for other routes. Reports show what was spent too. */
export function spendingResponse({ reportDesk }: FakeServer, request: ReceivedRequest): FakeResponse | null {
  if (request.route !== 'PUT /api/spending/limits') return null;
  const { limits } = request.body as { limits: SpendingLimits };
  const { spending } = reportDesk;
  reportDesk.spending = { ...spending, limits, revision: spending.revision + 1 };
  return { body: { spending: reportDesk.spending } };
}
