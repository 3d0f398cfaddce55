import type { CallRecord } from '../../ports/call.ts';
import type { Carrier, CarrierOwner } from '../../ports/carrier.ts';

type CarrierOfCall = Pick<CallRecord, 'carrier' | 'carrierAccount'>;

/** The carrier accounts that this server is connected to at the moment. */
export class Carriers {
  readonly #accounts: () => readonly Carrier[];

  constructor(accounts: () => readonly Carrier[]) {
    this.#accounts = accounts;
  }

  get all(): readonly Carrier[] {
    return this.#accounts();
  }

  /** The one that a call belongs to; null when this server is not connected to it. */
  of(call: CarrierOfCall): Carrier | null {
    return this.all.find((carrier) => isOwn(call, carrier)) ?? null;
  }
}

/** Whether a call belongs to this carrier. A call stored without its account may belong to any account of the carrier. */
export function isOwn(call: CarrierOfCall, { name, account, connectionId = null }: CarrierOwner): boolean {
  if (call.carrier !== name) return false;
  return call.carrierAccount === null ? connectionId === null : call.carrierAccount === account;
}

/**
 * Whether the call certainly belongs to this carrier account: only then does "not found" at the carrier mean that it
 * does not exist.
 */
export function isCertainlyOwn(call: CarrierOfCall, carrier: CarrierOwner): boolean {
  return isOwn(call, carrier) && call.carrierAccount !== null;
}
