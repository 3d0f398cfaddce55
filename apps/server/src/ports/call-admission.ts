import type { ConsentPurpose, Side, VoiceEngine } from '@parley/contract';
import type { CarrierName, MachineOrder } from './call.ts';

export interface CallReservation {
  readonly tenantId: string;
  readonly userId: string;
  /** The person's display name; null when it is not known. */
  readonly userName?: string | null;
  readonly callId: string;
  readonly agentId: string;
  /** The version that the call runs with, whatever is published later. */
  readonly agentVersion: number;
  readonly carrier: CarrierName;
  readonly carrierAccount: string | null;
  readonly engine: VoiceEngine;
  readonly to: string;
  readonly from: string;
  readonly instructions: string;
  readonly idempotencyKey: string | null;
  /** Digest of the request. The same key with another fingerprint is refused. */
  readonly fingerprint: string;
  /** On which side it was decided to make it; compared with what is stored. Left out: not compared. */
  readonly side?: Side;
  /** The phone account that was connected in the browser, which must still be. */
  readonly connectionId?: string | null;
  readonly voiceSource?: string | null;
  readonly callbackUrl?: string | null;
  /** How many calls the account may place at once; null or left out: as many as there are. */
  readonly callsAtOnce?: number | null;
  readonly templateId?: string | null;
  readonly contactId?: string | null;
  /** What it calls back for: one call at a time, and none once it is closed. */
  readonly followUpId?: string | null;
  /** The campaign of whose attempts it is one. */
  readonly campaignId?: string | null;
  /** What it is for, where a campaign has said so. */
  readonly purpose?: ConsentPurpose | null;
  /** What its campaign wants where a machine answers; null or left out: what the agent is set to. */
  readonly onMachine?: MachineOrder | null;
  /** What the software that asks calls it. */
  readonly externalId?: string | null;
  /** Millionths of the organization's currency; null or left out: it costs nothing, and no spending limit counts. */
  readonly expectedMicros?: number | null;
  readonly at: Date;
}

/** What a new account of a carrier may have up at once; more is known where the account says so. */
export const unknownLines = 2;

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
  /** What is stored about the number is being erased. */
  | { readonly kind: 'being_erased' }
  /** The agent was archived meanwhile. */
  | { readonly kind: 'archived' }
  /** The organization is on the other side by now. */
  | { readonly kind: 'side_changed' }
  /** Its phone account is connected no longer. */
  | { readonly kind: 'disconnected' }
  /** The chosen contact is gone, or has another number. */
  | { readonly kind: 'contact_missing' }
  /** Somebody is calling back for the same follow-up. */
  | { readonly kind: 'follow_up_in_call' }
  /** The follow-up was closed, or is gone. */
  | { readonly kind: 'follow_up_done' }
  /** What is spent and what calls that are up are expected to cost leave nothing for another call. */
  | { readonly kind: 'spending_limit'; readonly period: 'day' | 'month' }
  /** The number is in a call, and this one or that one is of a campaign. */
  | { readonly kind: 'number_in_call' }
  /** The campaign does not run, or the attempt is not this server's any more. */
  | { readonly kind: 'campaign_paused' }
  /** The account has as many calls up as it may. */
  | { readonly kind: 'lines_busy' }
  | {
      readonly kind: 'too_many';
      readonly limit: 'minute' | 'day';
      readonly whose: 'person' | 'tenant' | 'deployment';
      readonly retryAfterSeconds: number;
    };

/** Records every number before it is dialled. The records outlive the calls. */
export interface CallAdmission {
  /** Checks key, do-not-call list and limits and stores the call, atomically, one request of a deployment at a time. */
  reserve(reservation: CallReservation, limits: PlacingLimits): Promise<AdmissionDecision>;
  /** What `reserve` would decide, without storing anything and without waiting for other requests. */
  preview(reservation: CallReservation, limits: PlacingLimits): Promise<AdmissionDecision>;
  /** What was admitted with the key; null where nothing was, or nobody was dialled and the key is free again. */
  placedWith(
    tenantId: string,
    idempotencyKey: string,
  ): Promise<{ readonly callId: string; readonly fingerprint: string } | null>;
}
