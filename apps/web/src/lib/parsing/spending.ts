import { type Spending, spendingResponse } from '@parley/contract';

export function parseSpending(body: unknown): Spending | undefined {
  return spendingResponse.safeParse(body).data?.spending;
}
