import type { VoiceEngine } from '@parley/contract';
import type { CarrierName } from './call.ts';

export interface CallReservation {
  readonly tenantId: string;
  readonly userId: string;
  /** As the others of the tenant know this person; null when nobody told. */
  readonly userName?: string | null;
  readonly callId: string;
  readonly agentId: string;
  readonly carrier: CarrierName;
  readonly carrierAccount: string | null;
  readonly engine: VoiceEngine;
  readonly to: string;
  readonly from: string;
  readonly instructions: string;
  readonly idempotencyKey: string | null;
  /** What the key is bound to. */
  readonly fingerprint: string;
  readonly at: Date;
}

export interface PlacingLimits {
  /** For one person, in whichever tenant. */
  readonly perMinute: number;
  /** For one tenant, and for one person in whichever tenant. */
  readonly perDay: number;
  /** For all people and tenants together. */
  readonly deployment: { readonly perMinute: number; readonly perDay: number };
}

export type AdmissionDecision =
  | { readonly kind: 'admitted' }
  /** The same request was admitted before. */
  | { readonly kind: 'repeated'; readonly callId: string; readonly to: string }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'do_not_call' }
  | {
      readonly kind: 'too_many';
      readonly limit: 'minute' | 'day';
      readonly whose: 'person' | 'tenant' | 'deployment';
      readonly retryAfterSeconds: number;
    };

/** Every number about to be dialled is written down here first. Outlives the calls. */
export interface CallAdmission {
  /** Checks key, do-not-call list and limits, and stores the call, as one act: requests of a deployment take turns. */
  reserve(reservation: CallReservation, limits: PlacingLimits): Promise<AdmissionDecision>;
}
