import type { CallReason } from '@parley/contract';
import type { CarrierCallUpdate, CarrierName } from './call.ts';
import type { CarrierDocument } from './carrier-wire.ts';

/** Places calls, ends them, and is asked about them. What can go wrong is data, not an exception. */
export interface Carrier {
  readonly name: CarrierName;
  /** Which of its accounts: what another account knows cannot be asked for here. */
  readonly account: string;
  /** Dials at most once. Repeats by itself only what the carrier says it did not process. */
  place(request: PlaceCallRequest): Promise<PlaceOutcome>;
  /** Hangs up, or cancels what was not answered yet. Ending what has ended already is no fault. */
  end(sid: string, answered: boolean): Promise<EndOutcome>;
  /** Goes on with another document in the middle of a call. */
  redirect(sid: string, document: CarrierDocument): Promise<EndOutcome>;
  fetch(sid: string): Promise<FetchOutcome>;
  /** Calls between two numbers that were created since then, newest first. Reads may lag behind. */
  find(search: { to: string; from: string; since: Date }): Promise<FindOutcome>;
  readonly numbers: CarrierNumbers;
}

export interface PlaceCallRequest {
  /** Ours; every callback about the call carries it. */
  readonly callId: string;
  readonly to: string;
  readonly from: string;
  readonly maxSeconds: number;
}

export interface CarrierCall extends CarrierCallUpdate {
  readonly from: string | null;
  readonly to: string | null;
  readonly createdAt: Date;
}

export const refusalReasons = [
  'invalid_number',
  'unreachable_number',
  'country_blocked',
  'number_blocked',
  'caller_id_not_owned',
  'number_not_verified',
  'account_problem',
  'carrier_busy',
  'carrier_refused',
  'carrier_unreachable',
] as const satisfies readonly CallReason[];
export type RefusalReason = (typeof refusalReasons)[number];

export interface Refusal {
  readonly reason: RefusalReason;
  /** The carrier's own number for it, for the log. */
  readonly carrierCode: number | null;
  /** True when the same request may well succeed later. */
  readonly retryable: boolean;
}

export type PlaceOutcome =
  | { readonly kind: 'placed'; readonly call: CarrierCall }
  /** No call was made. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The call may exist: never ask again, find out. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type EndOutcome =
  | { readonly kind: 'accepted'; readonly call: CarrierCall }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type FetchOutcome =
  | { readonly kind: 'found'; readonly call: CarrierCall }
  | { readonly kind: 'missing' }
  /** The carrier gave no usable answer, so nothing can be concluded. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type FindOutcome =
  | { readonly kind: 'found'; readonly calls: readonly CarrierCall[] }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface OwnedNumber {
  readonly sid: string;
  readonly number: string;
  /** True when calls to it and news about them come to this deployment. */
  readonly pointsHere: boolean;
  readonly voiceUrl: string;
}

export interface CarrierNumbers {
  list(): Promise<readonly OwnedNumber[]>;
  /** Sets where the carrier turns for calls to this number, and reads it back. */
  pointHere(sid: string): Promise<OwnedNumber>;
}
