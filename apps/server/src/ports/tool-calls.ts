import type { CallKey } from './transcript-store.ts';
import type { ToolInput } from './voice-tools.ts';

/** `unknown`: of a tool that changes something nobody knows whether it was done. */
export type ToolCallState = 'running' | 'done' | 'refused' | 'failed' | 'timed_out' | 'unknown';

export interface ToolCallKey extends CallKey {
  /** Unique among all sessions of the call. */
  readonly id: string;
}

/** One use of a tool on a call. */
export interface StoredToolCall extends ToolCallKey {
  /** The session that made it. */
  readonly session: number;
  /** Its place between the entries of the transcript. */
  readonly ordinal: number;
  /** Null for what is built in. */
  readonly toolId: string | null;
  /** Of a tool of an MCP server. */
  readonly mcpServerId: string | null;
  readonly name: string;
  readonly title: string;
  readonly input: ToolInput;
  readonly state: ToolCallState;
  readonly answer: string | null;
  /** The sample answer was used; nothing was sent. */
  readonly sample: boolean;
  readonly changes: boolean;
  readonly honoursKey: boolean;
  readonly tries: number;
  readonly startedAt: Date;
  readonly ms: number | null;
}

export type NewToolCall = Omit<StoredToolCall, 'state' | 'answer' | 'tries' | 'ms'>;

export interface ToolCallEnd {
  readonly state: Exclude<ToolCallState, 'running'>;
  readonly answer: string | null;
  readonly at: Date;
  readonly ms: number;
  /** The place of its answer between the entries of the transcript; left out where no session has heard it. */
  readonly ordinal?: number;
}

/** Who runs a tool call: a server that dies leaves it to another when its lease is over. By the database's clock. */
export interface ToolCallHolder {
  readonly serverId: string;
  readonly leaseMs: number;
}

/** A tool call whose server is gone. */
export interface LostToolCall extends StoredToolCall {
  /** It may be sent once more; that is counted already. */
  readonly mayRepeat: boolean;
}

/** The tool calls of all calls. A row is stored before anything is sent, so one that exists may have been sent. */
export interface ToolCalls {
  /** False: there is one of this id already, the call is gone, or a later session has begun. Then nothing must be sent. */
  start(call: NewToolCall, holder: ToolCallHolder): Promise<boolean>;
  /** Counts a repetition. False: it has had two tries, has ended, or another server has it; then it is not sent again. */
  claimTry(key: ToolCallKey, holder: ToolCallHolder): Promise<boolean>;
  /**
   * Stores how it ended. An answer counts from whichever server it comes, also after the tool call was given up as unknown;
   * that there is none is said by the holder alone. False: nothing changed.
   */
  finish(key: ToolCallKey, end: ToolCallEnd, holder: ToolCallHolder): Promise<boolean>;
  /** Keeps those that this server runs. */
  renew(holder: ToolCallHolder, keys: readonly ToolCallKey[]): Promise<void>;
  /** Takes over those whose lease is over, at most so many. */
  takeLost(holder: ToolCallHolder, limit: number): Promise<LostToolCall[]>;
  /** In the order in which they were made. */
  ofCall(call: CallKey): Promise<StoredToolCall[]>;
}
