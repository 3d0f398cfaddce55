import type { AgentStore } from '../../ports/agent-store.ts';

export interface NumberPlan {
  readonly tenantId: string;
  /** The main number of the account; assigned to the agent gs-dental. */
  readonly main: string;
  /** Further numbers of the account; the first one is assigned to the agent kuzco. Known only in the sandbox. */
  readonly others: readonly string[];
  /**
   * In the sandbox an agent keeps its real number: a server with the real carrier uses it, now or after a later start.
   */
  readonly sandbox: boolean;
}

/** Numbers of this range are test numbers, which no account owns. */
function isTestNumber(number: string): boolean {
  return /^\+1500555\d{4}$/.test(number);
}

/** Assigns numbers to the tenant's agents, and removes numbers that only the sandbox carrier has. */
export async function assignNumbers(
  agents: AgentStore,
  { tenantId, main, others, sandbox }: NumberPlan,
): Promise<void> {
  const isFree = (number: string | null | undefined) =>
    !sandbox || number == null || isTestNumber(number) || [main, ...others].includes(number);
  const first = await agents.get(tenantId, 'gs-dental');
  if (isFree(first?.phoneNumber)) await agents.assignNumber(tenantId, 'gs-dental', main);
  const kuzco = await agents.get(tenantId, 'kuzco');
  if (!kuzco || !isFree(kuzco.phoneNumber)) return;
  const [second] = others;
  if (second !== undefined) await agents.assignNumber(tenantId, 'kuzco', second);
  else if (isTestNumber(kuzco.phoneNumber ?? '')) await agents.assignNumber(tenantId, 'kuzco', null);
}
