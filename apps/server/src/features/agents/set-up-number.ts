import type { Carrier } from '../../ports/carrier.ts';
import type { Actor, GiveResult, NumberStore, TakeResult } from '../../ports/number-store.ts';

/** A carrier account, as far as its numbers go. */
export type NumberAccount = Pick<Carrier, 'name' | 'account' | 'numbers'> &
  Partial<Pick<Carrier, 'connectionId'>>;

export interface SetUpDeps {
  readonly numbers: NumberStore;
  /** The carrier accounts that can be asked. */
  readonly accounts: readonly NumberAccount[];
}

export interface WantedNumber {
  readonly tenantId: string;
  readonly number: string;
  readonly agentId: string;
  readonly takenFrom: string | null;
}

export type SetUpResult =
  | TakeResult
  | { readonly kind: 'not_connected' }
  /** The carrier account does not have it any more. */
  | { readonly kind: 'not_owned' };

/**
 * Gives a number of a tenant to an agent and lets its calls reach this deployment: what the screen
 * does. The carrier is asked first, so that a number which is given is answered. Where calls to a number of a connected
 * account go is never changed on the way: it may be a practice's line, and a person is asked for it in Settings,
 * Connections. Throws CarrierRequestFailed.
 */
export async function setUpNumber(
  { numbers, accounts }: SetUpDeps,
  { tenantId, number, agentId, takenFrom }: WantedNumber,
  actor: Actor,
): Promise<SetUpResult> {
  const known = (await numbers.list(tenantId, accounts)).find((one) => one.number === number);
  if (!known) return { kind: 'no_number' };
  const carrier = accounts.find(
    ({ name, account }) => name === known.carrier && account === known.carrierAccount,
  );
  if (!carrier) return { kind: 'not_connected' };
  // Decided again when it is stored; asked here too, so that the carrier is not told about a number that stays.
  const isHeld = known.agentId !== null && known.agentId !== agentId && known.agentId !== takenFrom;
  const isConnected = (carrier.connectionId ?? null) !== null;
  if (!isHeld && !isConnected && !(await pointNumberHere(carrier, number))) return { kind: 'not_owned' };
  return numbers.take(tenantId, number, { agentId, takenFrom }, actor);
}

/**
 * The same for a number that the tenant may not have yet, and for every account that may have it: what the command
 * `phone:setup` does. Whatever would be refused is refused before the carrier is asked. Throws CarrierRequestFailed.
 */
export async function giveAndSetUpNumber(
  { numbers, accounts }: SetUpDeps,
  { tenantId, number, agentId, take }: Omit<WantedNumber, 'takenFrom'> & { readonly take: boolean },
  actor: Actor,
): Promise<GiveResult | { readonly kind: 'not_owned' }> {
  const to = { accounts, agentId, take };
  const expected = await numbers.wouldGive(tenantId, number, to);
  if (expected.kind !== 'taken') return expected;
  for (const account of accounts) {
    if (!(await pointNumberHere(account, number))) return { kind: 'not_owned' };
  }
  return numbers.give(tenantId, number, to, actor);
}

/** False when the account does not have the number. */
async function pointNumberHere({ numbers }: NumberAccount, number: string): Promise<boolean> {
  const owned = (await numbers.list()).find((one) => one.number === number);
  if (!owned) return false;
  if (!owned.pointsHere) await numbers.pointHere(owned.sid);
  return true;
}
