import type {
  CallDirection,
  CallReason,
  CallStatus,
  FollowUpReason,
  Speaker,
  SummaryState,
  ToolCallState,
} from '@parley/contract';
import type { ProvenWrite } from './write-probe.ts';

/** A request to place a call, and how it was answered. */
export interface PlacedRequest {
  readonly key: string;
  readonly to: string;
  /** The call that was acknowledged; null when the last answer was a refusal, or none came at all. */
  readonly callId: string | null;
  /** The code of the last refusal; null when the last answer was none. */
  readonly refusal: string | null;
}

export interface Sentence {
  readonly speaker: 'agent' | 'user';
  readonly text: string;
  /** Heard to its last word, not cut off. */
  readonly complete: boolean;
  /** Milliseconds of real time. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** One voice session of a call. */
export interface CarrierSession {
  readonly openedAt: number;
  readonly overAt: number;
  /** When server or socket was lost; null where nothing was. */
  readonly cutAt: number | null;
  /** What was said until then can have been stored before the cut. Earlier than the cut where the server could not write. */
  readonly storableUntil: number;
  /** The socket broke, and neither a kill nor an injected fault explains it. */
  readonly unexplainedCut: boolean;
  /** All text that the server sent to be spoken. */
  readonly sent: string;
}

/** A conversation as the carrier heard it: the first session, and those that resumed it. */
export interface CarrierConversation extends CarrierSession {
  readonly resumed: readonly CarrierSession[];
  readonly said: readonly Sentence[];
  /** What the carrier recognized and sent to the server, and when. */
  readonly recognized: readonly { readonly text: string; readonly at: number }[];
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
  /** We answered its request for instructions, so we know of the call. */
  readonly acknowledged: boolean;
  readonly conversation: CarrierConversation | null;
}

export interface CallRow {
  readonly id: string;
  readonly sid: string | null;
  readonly direction: CallDirection;
  readonly to: string | null;
  readonly from: string | null;
  readonly status: CallStatus;
  readonly reason: CallReason | null;
  /** Ended from the desk or after machine detection: then we close the socket ourselves. */
  readonly endRequested: boolean;
  readonly answered: boolean;
  readonly duration: number | null;
  readonly summary: string | null;
  readonly summaryState: SummaryState;
  readonly outcomeState: 'none' | 'pending' | 'ready' | 'failed';
}

export interface StoredEntry {
  readonly callId: string;
  readonly speaker: Speaker;
  readonly message: string;
  readonly interrupted: boolean;
}

/** One use of a tool that changes something. */
export interface ToolCallRow {
  readonly callId: string;
  readonly id: string;
  readonly state: ToolCallState;
  readonly tries: number;
  readonly honoursKey: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
  /** How many follow-ups ask whether it was done. */
  readonly followUps: number;
}

/** What the database holds at the end of a run. */
export interface DatabaseState {
  readonly rows: readonly CallRow[];
  /** In their order within a call. */
  readonly entries: readonly StoredEntry[];
  /** How often a summary was written, by call. */
  readonly summariesWritten: ReadonlyMap<string, number>;
  readonly doNotCall: ReadonlySet<string>;
  /** The events of each call in the outbox, in their order. */
  readonly events: ReadonlyMap<string, readonly { readonly type: string; readonly status: string | null }[]>;
  /** What calls have left to do, each with how often that was told. */
  readonly followUps: readonly {
    readonly callId: string;
    readonly reason: FollowUpReason;
    readonly events: number;
  }[];
  readonly toolCalls: readonly ToolCallRow[];
  /** Calls on which a caller asked not to be called again. */
  readonly optOutsUnconfirmed: readonly string[];
  /** The sums of reports, as they are kept and as a scan finds them; a line for each. */
  readonly figures: { readonly counted: readonly string[]; readonly scanned: readonly string[] };
  /** Calls whose voice session was never closed. */
  readonly openSessions: readonly string[];
  /** Calls whose summary is still to be written. */
  readonly remainingJobs: readonly string[];
}

export interface Evidence {
  readonly requests: readonly PlacedRequest[];
  readonly carrier: readonly CarrierFact[];
  readonly database: DatabaseState;
  /** What the calendars have booked, by the key of the request: one that stands twice was booked twice. */
  readonly booked: readonly string[];
  /** Servers that exited without being killed, with the end of their output. */
  readonly crashes: readonly string[];
  /** When it was possible to store something. */
  readonly writes: readonly ProvenWrite[];
  /** A sentence that ended longer before a cut than this has to be stored. In milliseconds of real time. */
  readonly graceMs: number;
}
