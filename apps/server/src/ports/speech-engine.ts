import type { ConversationEntry, ModelFailureKind, ReportedTokens } from './language-model.ts';
import type { RequestedToolCall, ToolDefinition, ToolResult } from './voice-tools.ts';

/** A model that takes audio in and puts audio out. Both are µ-law at 8 kHz in base64. */
export interface SpeechEngine {
  /** For logs and screens. */
  readonly name: string;
  /**
   * Returns at once. Audio and requests are buffered until the session is connected, so that nothing the caller says
   * meanwhile is lost.
   */
  connect(brief: SpeechBrief, listener: SpeechListener): SpeechSession;
}

export interface SpeechBrief {
  /** For the log; left out where there is no call. */
  readonly callId?: string;
  /** Who the agent is and what this call is for, as prose. */
  readonly prompt: string;
  /** Only these may be called; the session refuses any other. */
  readonly tools: readonly ToolDefinition[];
  /** A model of the engine; left out or null for the one it was set up with. */
  readonly model?: string | null;
  /** A voice of the engine; its default for null or a name that it does not have. */
  readonly voice: string | null;
  /** The language of the call as a tag, a hint for the transcription. */
  readonly language: string;
  /** Further languages that may be spoken on the call. */
  readonly otherLanguages?: readonly string[];
  /** 1 is the speed of the voice itself, and so is null. */
  readonly speed?: number | null;
  /** Words that the other party may well say, for the transcription. */
  readonly hints?: readonly string[];
  /** The pause after which the other party has finished; the engine's own where it is left out. */
  readonly silenceMs?: number;
  /** The conversation so far, for a session that replaces a lost one. */
  readonly history: readonly ConversationEntry[];
}

/**
 * An item is one response of the engine: text, audio and tool calls. Its id comes from the request, or from the engine
 * when it responds by itself after the other party has stopped speaking.
 */
export interface SpeechSession {
  /** Base64. Sent on unchanged; it was checked when it arrived from the carrier. */
  appendAudio(payload: string): void;
  /** Speaks this text exactly. Cancels an active response. */
  say(itemId: string, text: string): void;
  /** Requests a response. `unheard`: entries that are not in the audio, such as key presses. Cancels an active response. */
  respond(itemId: string, unheard: readonly ConversationEntry[]): void;
  /** The other party heard only this much of the item. No more events of the item follow. */
  truncate(itemId: string, heardMs: number): void;
  /** No more events of the item follow; drops a response that the engine has started and not reported yet. */
  cancel(itemId: string): void;
  /** Sends the result of a tool call. A later result for the same call replaces it. Requests no response. */
  toolResult(callId: string, result: ToolResult): void;
  counts(): SpeechCounts;
  /** Ends the session. No more events follow. */
  close(): void;
}

export interface SpeechCounts {
  readonly framesSent: number;
  /** Audio that the connection could not take in time. */
  readonly framesDropped: number;
}

export interface SpeechListener {
  event(event: SpeechEvent): void;
  /** The session ended without `close`. Called once; no more events follow. */
  lost(loss: SpeechLoss): void;
  /** What a response has used, where the service tells. */
  tokens?(tokens: ReportedTokens): void;
}

export interface SpeechLoss {
  readonly kind: ModelFailureKind;
  /** True when a new session may well succeed. */
  readonly retryable: boolean;
  /** Requested or active responses that are lost. */
  readonly openItems: readonly string[];
  /** For the log: an error code of the service, nothing of the conversation. */
  readonly detail: string;
}

export type SpeechEvent =
  /** The other party began and stopped speaking; both events have the same id. */
  | { readonly type: 'engine.speechStarted'; readonly itemId: string }
  | { readonly type: 'engine.speechStopped'; readonly itemId: string }
  /** The transcription of it, late and perhaps out of order; empty when nothing was understood. */
  | { readonly type: 'engine.userText'; readonly itemId: string; readonly text: string }
  /** The next piece of the agent's text, spaces included. */
  | { readonly type: 'engine.agentText'; readonly itemId: string; readonly text: string }
  /** The next piece of the agent's audio, and how long it plays. */
  | { readonly type: 'engine.audio'; readonly itemId: string; readonly ms: number; readonly payload: string }
  /** `callId` is the engine's id of the tool call; engines that get the whole history each time have none. */
  | {
      readonly type: 'engine.toolCall';
      readonly itemId: string;
      readonly callId?: string;
      readonly call: RequestedToolCall;
    }
  /** The item is complete. */
  | { readonly type: 'engine.done'; readonly itemId: string }
  /** This response failed; the session continues. */
  | {
      readonly type: 'engine.failed';
      readonly itemId: string;
      readonly kind: ModelFailureKind;
      readonly retryable: boolean;
    };
