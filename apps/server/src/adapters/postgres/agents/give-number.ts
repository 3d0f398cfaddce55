import type { Actor, GivenTo, GiveResult } from '../../../ports/number-store.ts';
import type { Database, Transaction } from '../database.ts';
import { giveToTenant } from './number-registration.ts';
import { takeNumber } from './take-number.ts';

/** Undoes the transaction and carries its answer out of it. */
class Undone extends Error {
  readonly result: GiveResult;

  constructor(result: GiveResult) {
    super(`Nothing is changed: ${result.kind}.`);
    this.result = result;
  }
}

/** Tenant and agent get the number in one transaction, so a refusal leaves it with whom it was. */
export async function giveNumber(
  database: Database,
  tenantId: string,
  number: string,
  to: GivenTo,
  actor: Actor,
  { keep = true } = {},
): Promise<GiveResult> {
  try {
    return await database.asSystem(async (tx) => {
      const result = await given(tx, tenantId, number, to, actor);
      if (!keep || result.kind !== 'taken') throw new Undone(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

async function given(
  tx: Transaction,
  tenantId: string,
  number: string,
  { accounts, agentId, take }: GivenTo,
  actor: Actor,
): Promise<GiveResult> {
  for (const account of accounts) {
    const kind = await giveToTenant(tx, tenantId, account, number, actor, take);
    if (kind !== 'given') return { kind };
  }
  return takeNumber(tx, tenantId, number, agentId, () => take, actor);
}
