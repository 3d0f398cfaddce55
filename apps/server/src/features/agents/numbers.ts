import type { AgentStore } from '../../ports/agent-store.ts';

export interface NumberPlan {
  readonly tenantId: string;
  /** The number of the practice itself. */
  readonly main: string;
  /** Further numbers of the account, given to the other agents in turn; only known in practice mode. */
  readonly others: readonly string[];
}

/** Numbers of this range exist for testing alone: no account owns one. */
const testingRange = /^\+1500555\d{4}$/;

/** Gives the agents of the practice their numbers, and takes back what only the practice carrier could own. */
export async function assignNumbers(
  agents: AgentStore,
  { tenantId, main, others }: NumberPlan,
): Promise<void> {
  await agents.assignNumber(tenantId, 'gs-dental', main);
  const kuzco = await agents.get(tenantId, 'kuzco');
  if (!kuzco) return;
  const [second] = others;
  if (second !== undefined) await agents.assignNumber(tenantId, 'kuzco', second);
  else if (testingRange.test(kuzco.phoneNumber ?? '')) await agents.assignNumber(tenantId, 'kuzco', null);
}
