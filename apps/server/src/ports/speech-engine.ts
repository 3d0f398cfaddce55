import type { ConversationEntry, ModelFailureKind } from './language-model.ts';
import type { ToolCall, ToolName, ToolResult } from './voice-tools.ts';

/** A model that hears and speaks by itself. Audio is µ-law at 8 kHz in base64, in and out, untouched. */
export interface SpeechEngine {
  /** For logs and screens. */
  readonly name: string;
  /**
   * Returns at once. What is asked of the session while it still connects is kept and carried out in order, so that
   * nothing the caller says meanwhile is lost.
   */
  connect(brief: SpeechBrief, listener: SpeechListener): SpeechSession;
}

export interface SpeechBrief {
  /** For the log; left out where there is no call. */
  readonly callId?: string;
  /** Who the agent is and what this call is for, as prose. */
  readonly prompt: string;
  /** Only these may be called. */
  readonly tools: readonly ToolName[];
  /** The engine's own name of a voice; any other name gives its usual one. */
  readonly voice: string | null;
  /** What is spoken, as a language tag; helps the writing down. */
  readonly language: string;
  /** What was said before: a session that follows a lost one goes on from there. */
  readonly history: readonly ConversationEntry[];
}

/**
 * An item is one answer of the engine, from its first sound to its last act. It bears the name it was asked for under,
 * or one of the engine's own when it answers by itself because the other party has finished speaking.
 */
export interface SpeechSession {
  /** Base64, checked where it came off the carrier's wire: it goes onto another one as it is. */
  appendAudio(payload: string): void;
  /** Says these words and no others. An answer that is under way is dropped. */
  say(itemId: string, text: string): void;
  /** Answers now. `unheard` is what happened without a sound: keys, silence. An answer under way is dropped. */
  respond(itemId: string, unheard: readonly ConversationEntry[]): void;
  /** Only so much of the item was heard: the rest was never said, and nothing more comes of it. */
  truncate(itemId: string, heardMs: number): void;
  /** Nothing more comes of the item, nor of an answer the engine has begun by itself and not told of yet. */
  cancel(itemId: string): void;
  /** What became of a call of a tool. Told again, it has turned out otherwise. Asks for no answer. */
  toolResult(callId: string, result: ToolResult): void;
  counts(): SpeechCounts;
  /** Ends it; the listener hears nothing more. */
  close(): void;
}

export interface SpeechCounts {
  readonly framesSent: number;
  /** Audio that the connection could not take in time. */
  readonly framesDropped: number;
}

export interface SpeechListener {
  event(event: SpeechEvent): void;
  /** The session is over and was not closed by us. Told once; nothing follows. */
  lost(loss: SpeechLoss): void;
}

export interface SpeechLoss {
  readonly kind: ModelFailureKind;
  /** True when a new session may well succeed. */
  readonly retryable: boolean;
  /** Answers that were asked for or under way, and will not come. */
  readonly openItems: readonly string[];
  /** For the log: a code of the other end's, nothing of what was said. */
  readonly detail: string;
}

export type SpeechEvent =
  /** The other party began and stopped speaking, under one name. */
  | { readonly type: 'engine.speechStarted'; readonly itemId: string }
  | { readonly type: 'engine.speechStopped'; readonly itemId: string }
  /** What they said, late and perhaps out of order; empty when nobody could make it out. */
  | { readonly type: 'engine.userText'; readonly itemId: string; readonly text: string }
  /** The next piece of what the agent says, spaces included. */
  | { readonly type: 'engine.agentText'; readonly itemId: string; readonly text: string }
  /** The next piece of its sound and how long that takes to play. */
  | { readonly type: 'engine.audio'; readonly itemId: string; readonly ms: number; readonly payload: string }
  /** `callId` is the engine's own name of the call; without one it is shown the history anew each time. */
  | {
      readonly type: 'engine.toolCall';
      readonly itemId: string;
      readonly callId?: string;
      readonly call: ToolCall;
    }
  /** Nothing more comes of the item. */
  | { readonly type: 'engine.done'; readonly itemId: string }
  /** This answer failed; the session goes on. */
  | {
      readonly type: 'engine.failed';
      readonly itemId: string;
      readonly kind: ModelFailureKind;
      readonly retryable: boolean;
    };
