import type { CarrierIdentity } from '../../ports/carrier.ts';
import type { NumberStore } from '../../ports/number-store.ts';

export interface NumberPlan {
  readonly tenantId: string;
  readonly account: CarrierIdentity;
  /** The main number of the account; given to the agent gs-dental, unless a person has decided otherwise. */
  readonly main: string;
  /** Further numbers of the account; the first one is given to the agent kuzco. Known only in the sandbox. */
  readonly others: readonly string[];
}

/** What a start of the server knows of the numbers of its account. Numbers that a person has set stay where they are. */
export function registerNumbers(
  numbers: NumberStore,
  { tenantId, account, main, others }: NumberPlan,
): Promise<void> {
  const found = [
    { number: main, agentId: 'gs-dental' },
    ...others.map((number, index) => ({ number, agentId: index === 0 ? 'kuzco' : null })),
  ];
  return numbers.register(tenantId, account, found);
}
