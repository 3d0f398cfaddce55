import type { RouteExample } from '../route-example.ts';
import type { CallCost } from './cost.ts';
import type { Spending, SpendingLimits, spendingRoutes } from './spending.ts';

export const exampleCallCost: CallCost = {
  currency: 'USD',
  carrier: { micros: 14_000, state: 'final' },
  model: { micros: 1_180, state: 'final' },
  told: null,
  tokens: { input: 2_150, output: 200 },
};

const limits: SpendingLimits = {
  dayMicros: 20_000_000,
  monthMicros: 300_000_000,
  rates: [{ currency: 'EUR', micros: 1_080_000 }],
};

export const exampleSpending: Spending = {
  currency: 'USD',
  limits,
  revision: 1,
  changedAt: '2026-10-13T10:00:00.000Z',
  changedBy: { displayName: 'Ines Marchetti' },
  day: { from: '2026-10-13', spentMicros: 4_215_000, estimatedMicros: 310_000, heldMicros: 84_000 },
  month: { from: '2026-10-01', spentMicros: 61_840_000, estimatedMicros: 310_000, heldMicros: 84_000 },
};

export const spendingExamples: Readonly<Record<keyof typeof spendingRoutes, RouteExample>> = {
  getSpending: { response: { spending: exampleSpending } },
  saveSpendingLimits: { body: { revision: 0, limits }, response: { spending: exampleSpending } },
};
