import type { CallRecord } from '../../ports/call.ts';
import type { Carrier, CarrierIdentity } from '../../ports/carrier.ts';

type CarrierOfCall = Pick<CallRecord, 'carrier' | 'carrierAccount'>;

/** As the database stores them. */
const carrierNames = /^[a-z][a-z0-9-]{0,31}$/;

/** The carrier accounts that this server is connected to. */
export class Carriers {
  readonly all: readonly [Carrier, ...Carrier[]];
  readonly #chosenFor: (tenantId: string) => Carrier | null;

  /** Without a choice, the first one places all calls. */
  constructor(
    all: readonly [Carrier, ...Carrier[]],
    chosenFor: (tenantId: string) => Carrier | null = () => all[0],
  ) {
    for (const [index, { name, account }] of all.entries()) {
      if (!carrierNames.test(name)) throw new Error(`A carrier cannot be named ${name}.`);
      if (all.findIndex((one) => one.name === name && one.account === account) !== index)
        throw new Error(`The account ${account} of the carrier ${name} is connected twice.`);
    }
    this.all = all;
    this.#chosenFor = chosenFor;
  }

  /** The one that places calls of this tenant; null when this server is not connected to it. Never another instead. */
  forTenant(tenantId: string): Carrier | null {
    return this.#chosenFor(tenantId);
  }

  /** The one that a call belongs to; null when this server is not connected to it. */
  of(call: CarrierOfCall): Carrier | null {
    return this.all.find((carrier) => isOwn(call, carrier)) ?? null;
  }
}

/** Whether a call belongs to this carrier. A call stored without its account may belong to any account of the carrier. */
export function isOwn(call: CarrierOfCall, { name, account }: CarrierIdentity): boolean {
  return call.carrier === name && (call.carrierAccount === null || call.carrierAccount === account);
}

/**
 * Whether the call certainly belongs to this carrier account: only then does "not found" at the carrier mean that it
 * does not exist.
 */
export function isCertainlyOwn(call: CarrierOfCall, carrier: CarrierIdentity): boolean {
  return isOwn(call, carrier) && call.carrierAccount !== null;
}
