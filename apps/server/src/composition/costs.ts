import { createSpendingStore } from '../adapters/postgres/costs/spending.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { type SpendingEndpoints, spendingEndpoints } from '../features/costs/endpoints.ts';
import { type Clock, wallClock } from '../ports/clock.ts';

export interface Costs {
  readonly endpoints: SpendingEndpoints;
}

/** What calls cost, and the limits of it. */
export function openCosts(deps: { readonly database: Database; readonly clock?: Clock | undefined }): Costs {
  const { database, clock = wallClock } = deps;
  return { endpoints: spendingEndpoints(createSpendingStore(database), clock) };
}
