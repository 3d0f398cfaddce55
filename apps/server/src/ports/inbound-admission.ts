import type { CallReason } from '@parley/contract';
import type { CallRecord } from './call.ts';

/** Limits of inbound calls. Withheld numbers count as one caller, who may have half of the tenant's limit. */
export interface InboundLimits {
  /** Calls of one number at the same time. */
  readonly concurrentPerCaller: number;
  /** Calls of one number in 24 hours. */
  readonly perCallerPerDay: number;
  /** Calls to one tenant at the same time. */
  readonly concurrent: number;
  /** Calls to one tenant in 24 hours. */
  readonly perDay: number;
}

export const inboundRefusals = ['caller_limit', 'inbound_limit'] as const satisfies readonly CallReason[];
export type InboundRefusal = (typeof inboundRefusals)[number];

export type InboundDecision =
  | { readonly kind: 'taken'; readonly call: CallRecord }
  | { readonly kind: 'refused'; readonly call: CallRecord }
  /** So many calls were refused already that this one is not stored. */
  | { readonly kind: 'dropped'; readonly reason: InboundRefusal };

/** What is known of an inbound call when it arrives. It is stored as ringing. */
export type NewInboundCall = Pick<
  CallRecord,
  | 'tenantId'
  | 'id'
  | 'agentId'
  | 'agentVersion'
  | 'carrier'
  | 'carrierAccount'
  | 'carrierSid'
  | 'connectionId'
  | 'voiceSource'
  | 'callbackUrl'
  | 'from'
  | 'to'
  | 'reason'
  | 'engine'
  | 'createdAt'
>;

export interface InboundAdmission {
  /** Counts and stores atomically. A call that the carrier reports twice is stored once. */
  admit(call: NewInboundCall, limits: InboundLimits): Promise<InboundDecision>;
}
