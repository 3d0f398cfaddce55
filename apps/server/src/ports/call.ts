import type {
  CallDirection,
  CallReason,
  CallStatus,
  SummaryState,
  TurnTiming,
  VoiceEngine,
} from '@parley/contract';

/** Who carries the calls: the real one, or the sandbox carrier on this machine. */
export type CarrierName = 'twilio' | 'lab';

/** A call as the database remembers it. */
export interface CallRecord {
  readonly tenantId: string;
  readonly id: string;
  readonly agentId: string | null;
  readonly carrier: CarrierName;
  /** The carrier's account that the call belongs to; null for calls of versions that did not write it down. */
  readonly carrierAccount: string | null;
  readonly direction: CallDirection;
  readonly from: string | null;
  readonly to: string | null;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
  readonly instructions: string | null;
  readonly placedBy: string | null;
  readonly carrierSid: string | null;
  /** Set before the carrier is asked to dial: from then on the call may exist there. */
  readonly sendingAt: Date | null;
  /** Somebody wants it ended; carried out as soon as the carrier's sid is known. */
  readonly endRequestedAt: Date | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly duration: number | null;
  readonly answeredBy: string | null;
  readonly summary: string | null;
  readonly summaryState: SummaryState;
  readonly engine: VoiceEngine;
  readonly turns: readonly TurnTiming[];
  readonly checkedAt: Date;
}

/** What a carrier says about one call, in a callback, an answer or when asked. */
export interface CarrierCallUpdate {
  readonly sid: string;
  readonly status: CallStatus;
  /** When this became true, where the carrier tells; otherwise when we were told. */
  readonly at: Date;
  readonly endedAt: Date | null;
  /** Seconds from the answer to the end. */
  readonly duration: number | null;
  readonly answeredBy: string | null;
}
