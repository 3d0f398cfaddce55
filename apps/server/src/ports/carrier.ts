import type { CallReason } from '@parley/contract';
import type { CarrierCallUpdate, CarrierName } from './call.ts';
import type { CallScript } from './call-script.ts';
import type { CarrierRecordings } from './carrier-recordings.ts';

/** Places calls, ends them and reports about them. Failures are values, not exceptions. */
export interface Carrier {
  readonly name: CarrierName;
  /** Which of its accounts: calls of another account cannot be read with this one. */
  readonly account: string;
  /** The connection that it is reached by; null for an account of the environment or a sandbox. */
  readonly connectionId: string | null;
  /** Dials at most once. Repeats only requests that the carrier says it did not process. */
  place(request: PlaceCallRequest): Promise<PlaceOutcome>;
  /** Hangs up, or cancels a call that was not answered. Ending a call that has ended is no error. */
  end(sid: string, answered: boolean): Promise<EndOutcome>;
  /** Continues a live call with another script, which names the address that the call began with; null: the present one. */
  redirect(sid: string, script: CallScript, callbackUrl?: string | null): Promise<EndOutcome>;
  fetch(sid: string): Promise<FetchOutcome>;
  /** Calls between two numbers that were created since then, newest first. Reads may lag behind. */
  find(search: { to: string; from: string; since: Date }): Promise<FindOutcome>;
  /** Sends a text message at most once. Repeats only requests that the carrier says it did not process. */
  sendText(text: TextOrder): Promise<TextOutcome>;
  /** What it charges for a call that is over. Carriers tell it some time later. */
  price(sid: string): Promise<PriceOutcome>;
  /** Deletes what the carrier has stored about a call or a text message that is over. */
  forget(kind: 'call' | 'text', sid: string): Promise<ForgetOutcome>;
  readonly numbers: CarrierNumbers;
  /** Null where calls of this carrier cannot be recorded. */
  readonly recordings: CarrierRecordings | null;
}

export interface TextOrder {
  readonly to: string;
  readonly from: string;
  readonly body: string;
  /** What reports of its delivery name; left out: none are wanted. */
  readonly report?: {
    readonly callId: string;
    /** Our id of the message. */
    readonly textId: string;
    /** The address that the carrier calls back at; null: the present one. */
    readonly callbackUrl: string | null;
  };
}

/** Which carrier and which of its accounts. */
export type CarrierIdentity = Pick<Carrier, 'name' | 'account'>;

/** The same with the connection: a call stored without its account is never one of a connection. */
export type CarrierOwner = CarrierIdentity & Partial<Pick<Carrier, 'connectionId'>>;

export interface PlaceCallRequest {
  /** Our id; every callback about the call carries it. */
  readonly callId: string;
  readonly to: string;
  readonly from: string;
  readonly maxSeconds: number;
  /** The address that the carrier calls back at; null or left out: the present one. */
  readonly callbackUrl?: string | null;
  /** A machine is reported at the end of its greeting; otherwise while it talks. */
  readonly detectGreetingEnd?: boolean;
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
  /** The carrier's error code, for the log. */
  readonly carrierCode: number | null;
  /** True when the same request may well succeed later. */
  readonly retryable: boolean;
}

export type PlaceOutcome =
  | { readonly kind: 'placed'; readonly call: CarrierCall }
  /** No call was made. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The call may exist: it must not be placed again but looked up. */
  | { readonly kind: 'unknown'; readonly detail: string };

export interface TextRefusal {
  /** `opted_out`: they have answered STOP. `cannot_receive_texts`: a landline, say. `cannot_send_texts`: our own number. */
  readonly reason: RefusalReason | 'opted_out' | 'cannot_receive_texts' | 'cannot_send_texts';
  readonly carrierCode: number | null;
}

export type TextOutcome =
  /** The carrier has taken it; whether it arrives, nobody knows yet. */
  | { readonly kind: 'sent'; readonly sid: string }
  | { readonly kind: 'refused'; readonly refusal: TextRefusal }
  /** It may have been sent, and must not be sent again. */
  | { readonly kind: 'unknown'; readonly detail: string };

export type EndOutcome =
  | { readonly kind: 'accepted'; readonly call: CarrierCall }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type FetchOutcome =
  | { readonly kind: 'found'; readonly call: CarrierCall }
  | { readonly kind: 'missing' }
  /** No usable response, so nothing is known. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type FindOutcome =
  | { readonly kind: 'found'; readonly calls: readonly CarrierCall[] }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type PriceOutcome =
  /** In millionths of the currency's unit. */
  | { readonly kind: 'known'; readonly micros: number; readonly currency: string }
  /** Not told yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'missing' }
  /** No usable response, so nothing is known. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export type ForgetOutcome =
  /** It is not there any more, or was not there. */
  | { readonly kind: 'gone' }
  /** Nothing is known, or the carrier refuses for now: ask again. */
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface OwnedNumber {
  readonly sid: string;
  readonly number: string;
  /** True when its webhooks point to this deployment. */
  readonly pointsHere: boolean;
  /** The address that is asked what to do with a call to it; empty: none. */
  readonly callsGoTo: string;
}

/** A request about numbers failed. */
export class CarrierRequestFailed extends Error {
  override readonly name = 'CarrierRequestFailed';
  readonly reason: 'account_problem' | 'carrier_busy' | 'carrier_refused' | 'carrier_unreachable';

  constructor(reason: CarrierRequestFailed['reason'], cause: unknown) {
    super(`The carrier did not answer a request about numbers: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** Throws CarrierRequestFailed. */
export interface CarrierNumbers {
  list(): Promise<readonly OwnedNumber[]>;
  /** Points the webhooks of this number to this deployment, and reads them back. */
  pointHere(sid: string): Promise<OwnedNumber>;
}
