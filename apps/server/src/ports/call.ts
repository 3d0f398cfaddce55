import type {
  CallDirection,
  CallOutcome,
  CallReason,
  CallResult,
  CallStatus,
  ConsentPurpose,
  MachineAction,
  OutcomeState,
  SummaryState,
  TurnTiming,
  VoiceEngine,
} from '@parley/contract';

/** As the carrier's adapter names itself: lower-case letters, digits and hyphens. */
export type CarrierName = string;

/** A phone-lab: its calls reach nobody's phone. */
export const sandboxCarrier: CarrierName = 'lab';

export function isSandbox({ carrier }: Pick<CallRecord, 'carrier'>): boolean {
  return carrier === sandboxCarrier;
}

/** How sure the carrier told the network it is that the number of a call is ours: A is sure, C knows only the way it came. */
export const attestations = ['A', 'B', 'C'] as const;
export type Attestation = (typeof attestations)[number];

/** What a campaign may want instead of what the agent is set to. */
export type MachineOrder = Exclude<MachineAction, 'as_agent'>;

/** A call as it is stored. */
export interface CallRecord {
  readonly tenantId: string;
  readonly id: string;
  readonly agentId: string | null;
  /** The version of the agent that speaks on it; null for calls that an earlier release has taken. */
  readonly agentVersion: number | null;
  readonly carrier: CarrierName;
  /** The carrier's account that the call belongs to; null for calls of versions that did not store it. */
  readonly carrierAccount: string | null;
  /**
   * `try`: somebody tries the draft of an agent. `deleted`: it can be brought back for a moment. Neither is in a list, a
   * report or an event stream.
   */
  readonly mode: 'live' | 'try' | 'deleted';
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
  /** When ending it was requested; carried out as soon as the carrier's sid is known. */
  readonly endRequestedAt: Date | null;
  readonly createdAt: Date;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly duration: number | null;
  readonly answeredBy: AmdAnswer | null;
  /** How the network of the other party ended a call that nobody answered, where the carrier says so: 486, 603. */
  readonly sipCode: number | null;
  readonly attestation: Attestation | null;
  readonly summary: string | null;
  readonly summaryState: SummaryState;
  readonly engine: VoiceEngine;
  readonly turns: readonly TurnTiming[];
  readonly checkedAt: Date;
  /** When a session began to leave the message for answering machines: no other leaves it again. */
  readonly voicemailMessageAt: Date | null;
  /** The number of the latest voice session that has begun; one before the first. */
  readonly session: number;
  /** The phone account that was connected in the browser; null: of the sandbox or of the environment. */
  readonly connectionId: string | null;
  /** What speaks: `environment`, `scripted`, or the id of a connection; null for calls of an earlier release. */
  readonly voiceSource: string | null;
  /** The public address that it began with; null: that of the environment. */
  readonly callbackUrl: string | null;
  /** What came of it, as it was read from it; null: nothing was read yet. */
  readonly outcome: CallOutcome | null;
  readonly outcomeResult: CallResult | null;
  readonly outcomeState: OutcomeState;
  /** The run that was asked for last. */
  readonly outcomeRun: number;
  /** The template that its instructions were made from. */
  readonly templateId: string | null;
  /** The contact that it was placed to, where somebody chose one. */
  readonly contactId: string | null;
  /** The follow-up that it calls back for. */
  readonly followUpId: string | null;
  /** The campaign that it was placed by. */
  readonly campaignId: string | null;
  /** What a campaign calls for, also on a test call of it; null: it was placed by hand, or by an earlier release. */
  readonly purpose: ConsentPurpose | null;
  /** What its campaign wants where a machine answers; null: what the agent is set to. */
  readonly onMachine: MachineOrder | null;
  /** What the software that placed it calls it. */
  readonly externalId: string | null;
  readonly deletedAt: Date | null;
}

/**
 * Who or what has answered, by the carrier's machine detection. Of a machine whose greeting was waited for, also how that
 * ended.
 */
export type AmdAnswer =
  | 'human'
  | 'machine'
  | 'machine_beep'
  | 'machine_silence'
  | 'machine_other'
  | 'fax'
  | 'unknown';

/** What a carrier reports about one call, in a callback or in a response. */
export interface CarrierCallUpdate {
  /** Unique among all carriers: an adapter puts its name before ids that others may use too. */
  readonly sid: string;
  readonly status: CallStatus;
  /** When the status was reached, where the carrier says so; otherwise when the report arrived. */
  readonly at: Date;
  readonly endedAt: Date | null;
  /** Seconds from the answer to the end. */
  readonly duration: number | null;
  readonly answeredBy: AmdAnswer | null;
  /** The final response of the network to a call that ended without an answer; left out: the carrier does not say. */
  readonly sipCode?: number | null;
  readonly attestation?: Attestation | null;
}
