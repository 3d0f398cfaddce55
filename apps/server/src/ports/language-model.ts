import type { CallDirection } from '@parley/contract';
import type { ToolCall, ToolName, ToolResult } from './voice-tools.ts';

/** Everything an agent knows before the first word. The prompt is written from it. */
export interface CallBrief {
  readonly agentName: string;
  readonly persona: string;
  readonly greeting: string;
  /** What it may do for people who call. */
  readonly abilities: string;
  readonly language: string;
  readonly direction: CallDirection;
  /** What this call is for; null when somebody rang us. */
  readonly instructions: string | null;
  /** The other party's number; null when withheld. */
  readonly otherParty: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly timeZone: string;
  readonly canTransfer: boolean;
}

/** The conversation as it was heard, oldest first. */
export type ConversationEntry =
  | { readonly kind: 'agent'; readonly text: string; readonly interrupted: boolean }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'pressed'; readonly digits: string }
  /** The other party cut in, or was asked, and then said nothing. */
  | { readonly kind: 'silence' }
  /** The agent used a tool; `id` is the name under which the call and its result belong together on the model's wire. */
  | { readonly kind: 'tool'; readonly id: string; readonly call: ToolCall; readonly result: ToolResult };

export interface ReplyRequest {
  readonly brief: CallBrief;
  /** The brief as prose, for implementations that read prose. */
  readonly prompt: string;
  readonly history: readonly ConversationEntry[];
  /** Only these may be called. */
  readonly tools: readonly ToolName[];
}

export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly call: ToolCall };

/**
 * Speaks the agent's next turn. Text comes in the order it is to be spoken, spaces included.
 * An aborted reply ends without a part more and without an error; a failed one throws ModelFailure.
 */
export interface LanguageModel {
  /** For logs and screens. */
  readonly name: string;
  reply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyPart>;
}

/** Writes a text in one piece; summaries are written with it. */
export interface TextGenerator {
  readonly name: string;
  generate(
    request: { readonly prompt: string; readonly material: string },
    signal: AbortSignal,
  ): Promise<string>;
}

/**
 * What one answer may be on the wire, whatever a server sends. A turn on the phone takes a few kilobytes; there is room
 * for models that think aloud and for servers that wrap every word.
 */
export const wireLimits = { lineBytes: 256 * 1024, answerBytes: 2 * 1024 * 1024 } as const;

export type ModelFailureKind =
  /** No connection, or the other end does not answer. */
  | 'unreachable'
  /** The connection broke in the middle of an answer. */
  | 'cut'
  /** Too many requests, or the provider is overloaded. */
  | 'busy'
  /** The key, the model's name or the request is not accepted: trying again changes nothing. */
  | 'refused'
  /** An answer that says nothing and does nothing, or that cannot be read. */
  | 'unusable';

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;

  constructor(kind: ModelFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }

  get retryable(): boolean {
    return this.kind !== 'refused';
  }
}
