import type { CallDirection, CallReason, CallStatus, Speaker, SummaryState } from '@parley/contract';

/** What the desk asked for, and what it was told. */
export interface PlacedRequest {
  readonly key: string;
  readonly to: string;
  /** The call it was promised; null when the last answer was a refusal, or none came at all. */
  readonly callId: string | null;
  /** The code of the last refusal; null when the last answer was none. */
  readonly refusal: string | null;
}

export interface Sentence {
  readonly by: 'agent' | 'user';
  readonly text: string;
  /** Heard to its last word. */
  readonly whole: boolean;
  /** Milliseconds on the wall. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A conversation as the carrier heard it. */
export interface Talk {
  readonly openedAt: number;
  readonly overAt: number;
  /** When server or socket was lost; null where the conversation came to its own end. */
  readonly cutAt: number | null;
  /** The socket broke, and neither a kill nor a knob explains it. */
  readonly cutByNobody: boolean;
  readonly said: readonly Sentence[];
  /** What the carrier told the server that it had understood, and when. */
  readonly told: readonly { readonly text: string; readonly at: number }[];
  /** Everything that the carrier was told to say; empty where it heard nothing from us. */
  readonly sent: string;
}

/** A call as the carrier knows it. */
export interface CarrierFact {
  readonly sid: string;
  readonly inbound: boolean;
  readonly to: string;
  readonly from: string;
  readonly status: CallStatus;
  readonly ended: boolean;
  readonly duration: number | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** We have told it what to do, so we know of it. */
  readonly acknowledged: boolean;
  readonly talk: Talk | null;
}

export interface CallRow {
  readonly id: string;
  readonly sid: string | null;
  readonly direction: CallDirection;
  readonly to: string | null;
  readonly from: string | null;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
  /** The desk, or the detection of a machine, wanted it ended: then we close the socket ourselves. */
  readonly endRequested: boolean;
  readonly duration: number | null;
  readonly summary: string | null;
  readonly summaryState: SummaryState;
}

export interface StoredLine {
  readonly callId: string;
  readonly speaker: Speaker;
  readonly message: string;
  readonly interrupted: boolean;
}

/** What the database remembers when everything has come to rest. */
export interface Memory {
  readonly rows: readonly CallRow[];
  /** In their order within a call. */
  readonly lines: readonly StoredLine[];
  /** How often a summary was written, by call. */
  readonly summariesWritten: ReadonlyMap<string, number>;
  readonly doNotCall: ReadonlySet<string>;
  /** Conversations that nobody has closed. */
  readonly openPasses: readonly string[];
  /** Calls whose summary is still to be written. */
  readonly jobsLeft: readonly string[];
}

export interface Evidence {
  readonly requests: readonly PlacedRequest[];
  readonly carrier: readonly CarrierFact[];
  readonly memory: Memory;
  /** Servers that ended although nobody killed them, with the last they said. */
  readonly crashes: readonly string[];
  /** How old a sentence must be when the line is cut, in milliseconds on the wall. */
  readonly graceMs: number;
}
