import type { AgentConfig, CallDirection } from '@parley/contract';
import type { Knowledge } from './knowledge.ts';
import type { RefusalReason } from './model-refusal.ts';
import type { RequestedToolCall, ToolCall, ToolDefinition, ToolResult } from './voice-tools.ts';

/** What an agent knows at the start of the call. The prompt is made from it. */
export interface CallBrief {
  readonly agentName: string;
  readonly persona: string;
  /** What callers are greeted with. */
  readonly greeting: string;
  /** The first sentences of this call; left out, they follow from the greeting. */
  readonly opening?: string;
  /** What it may do for people who call. */
  readonly abilities: string;
  readonly language: string;
  readonly direction: CallDirection;
  /** What this call is for; null for inbound calls. */
  readonly instructions: string | null;
  /** The other party's number; null when withheld. */
  readonly otherParty: string | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly timeZone: string;
  readonly canTransfer: boolean;
  /** Switched on or off for the agent; left out, all are off. */
  readonly conduct?: AgentConfig['identity']['conduct'];
  /** Tags of the languages that it can change to. */
  readonly otherLanguages?: readonly string[];
  /** What it answers when a phone asks who is calling and why. */
  readonly screening?: AgentConfig['conversation']['screening'];
  /** What it says when it cannot help. */
  readonly cannotHelp?: string;
  /** Whom it can connect the other party with. */
  readonly transfers?: readonly { readonly name: string; readonly when: string }[];
  /** Text messages that it may send, each under a name, as they are sent. */
  readonly texts?: readonly { readonly name: string; readonly text: string }[];
  /** Missing where the agent has no entries. */
  readonly knowledge?: Knowledge | null;
  /** Whom an outbound call is for. Nothing of it stands in the brief of an inbound one: a caller id proves nothing. */
  readonly contact?: BriefedContact | null;
  /** The number of the caller has exactly one contact: a name that they give can be checked. */
  readonly callerMayBeChecked?: boolean;
}

/** What an agent is told of a contact, and nothing else. */
export interface BriefedContact {
  readonly name: string;
  readonly language: string | null;
  /** The notes for the agent. */
  readonly notes: string;
}

/** The conversation as the other party heard it, oldest first. */
export type ConversationEntry =
  | { readonly kind: 'agent'; readonly text: string; readonly interrupted: boolean }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'pressed'; readonly digits: string }
  /** The other party interrupted or was asked something, and then said nothing. */
  | { readonly kind: 'silence' }
  /** The line was cut off for a while, the agent has apologised, and goes on with what was being said. */
  | { readonly kind: 'cut' }
  /** The agent used a tool; `id` connects call and result in the model's protocol. */
  | { readonly kind: 'tool'; readonly id: string; readonly call: ToolCall; readonly result: ToolResult }
  /** The answer of a tool that came after its time limit, when the model had been told so. */
  | { readonly kind: 'lateResult'; readonly name: string; readonly result: ToolResult };

/** What one request to a model has used, as its provider tells. */
export interface ReportedTokens {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Only speech-to-speech models count audio apart from text. */
  readonly audioInputTokens?: number;
  readonly audioOutputTokens?: number;
}
export type OnTokens = (tokens: ReportedTokens) => void;

export interface ReplyRequest {
  readonly brief: CallBrief;
  /** The brief as text, for language models. */
  readonly prompt: string;
  readonly history: readonly ConversationEntry[];
  /** Only these may be called; the session refuses any other. */
  readonly tools: readonly ToolDefinition[];
  /** From 0 to 1; left out or null for the model's own. */
  readonly temperature?: number | null;
  /** Called at most once, where the provider tells; not for a reply that was cancelled before. */
  readonly onTokens?: OnTokens;
}

export type ReplyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly call: RequestedToolCall };

/**
 * Streams the agent's next turn. Text comes in the order in which it is spoken, spaces included. An aborted reply ends
 * without further parts and without an error; a failed one throws ModelFailure.
 */
export interface LanguageModel {
  /** For logs and screens. */
  readonly name: string;
  /** True for a program of our own, which has no tokens. */
  readonly free?: boolean;
  reply(request: ReplyRequest, signal: AbortSignal): AsyncIterable<ReplyPart>;
}

/** Generates a whole text, such as a summary. */
export interface TextGenerator {
  readonly name: string;
  generate(
    request: { readonly prompt: string; readonly material: string; readonly onTokens?: OnTokens },
    signal: AbortSignal,
  ): Promise<string>;
}

/**
 * Limits for one answer of a model server. An answer on the phone has a few kilobytes; the rest is for reasoning output
 * and for servers that send one event per word.
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
  /** An answer without text and tool calls, or one that cannot be parsed. */
  | 'unusable';

export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  /** Where the provider told. */
  readonly reason: RefusalReason | null;

  constructor(kind: ModelFailureKind, message: string, cause?: unknown, reason: RefusalReason | null = null) {
    super(message, { cause });
    this.kind = kind;
    this.reason = reason;
  }

  get retryable(): boolean {
    return this.kind !== 'refused';
  }
}
