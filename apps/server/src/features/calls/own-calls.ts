import type { CallRecord } from '../../ports/call.ts';
import type { Carrier } from '../../ports/carrier.ts';

export type CarrierIdentity = Pick<Carrier, 'name' | 'account'>;

/**
 * Whether a call belongs to the carrier that this server is connected to. A call stored without its account may belong
 * to any account of the same carrier.
 */
export function isOwn(
  call: Pick<CallRecord, 'carrier' | 'carrierAccount'>,
  { name, account }: CarrierIdentity,
): boolean {
  return call.carrier === name && (call.carrierAccount === null || call.carrierAccount === account);
}

/**
 * Whether the call certainly belongs to this carrier account: only then does "not found" at the carrier mean that it
 * does not exist.
 */
export function isCertainlyOwn(
  call: Pick<CallRecord, 'carrier' | 'carrierAccount'>,
  carrier: CarrierIdentity,
): boolean {
  return isOwn(call, carrier) && call.carrierAccount !== null;
}
