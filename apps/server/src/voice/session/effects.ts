import type { CallReason, Speaker, TurnTiming } from '@parley/contract';
import type { ConversationEntry } from '../../ports/language-model.ts';
import type { ToolCall, ToolInput, ToolResult } from '../../ports/voice-tools.ts';
import type { TimerName } from './events.ts';

/** What a session wants done. The runner has effects carried out in order. */
export type Effect =
  /** Text for the carrier to speak; `last` closes the item. */
  | {
      readonly type: 'sayText';
      readonly itemId: string;
      readonly text: string;
      readonly last: boolean;
      readonly interruptible: boolean;
    }
  | { readonly type: 'play'; readonly itemId: string; readonly payload: string }
  | { readonly type: 'mark'; readonly itemId: string; readonly ms: number }
  | { readonly type: 'clear' }
  /** The other party is gone: the engine may treat what they were saying as complete. */
  | { readonly type: 'endOfAudio' }
  | { readonly type: 'truncate'; readonly itemId: string; readonly ms: number }
  /** Request the model's next answer; `cancel` cancels it. */
  | {
      readonly type: 'respond';
      readonly itemId: string;
      readonly attempt: number;
      readonly history: readonly ConversationEntry[];
    }
  | { readonly type: 'cancel'; readonly itemId: string }
  /** For engines that keep the history themselves. Sent again when the result changes. */
  | { readonly type: 'toolResult'; readonly callId: string; readonly result: ToolResult }
  /** Run a tool beside the conversation; `tool.result` brings its answer. Never cancelled. */
  | {
      readonly type: 'runTool';
      readonly callId: string;
      readonly name: string;
      readonly input: ToolInput;
      /** Its place between the entries of the transcript. */
      readonly ordinal: number;
    }
  | { readonly type: 'sendDigits'; readonly digits: string }
  /** From now on the carrier hears and speaks this language. */
  | { readonly type: 'speakLanguage'; readonly language: string }
  | { readonly type: 'doNotCall' }
  /** Store which entries of its knowledge the agent's answer rests on, by their numbers in the prompt. */
  | { readonly type: 'citeKnowledge'; readonly question: string; readonly numbers: readonly number[] }
  /** End the session at the carrier, which then asks what to do with the call. */
  | { readonly type: 'end' }
  | { readonly type: 'transfer'; readonly to: string | null; readonly reason: string }
  /** Store that the message for answering machines is being left; `control.messageClaimed` tells whether it may be. */
  | { readonly type: 'claimMessage' }
  /** Ask the carrier to end the call itself, because the session did not end. */
  | { readonly type: 'hangUp' }
  | { readonly type: 'save'; readonly segment: Segment; readonly final: boolean }
  /** Nothing of it was heard: remove what a checkpoint stored. */
  | { readonly type: 'remove'; readonly ordinal: number }
  | { readonly type: 'publish'; readonly event: SessionNotification }
  | { readonly type: 'setTimer'; readonly name: TimerName; readonly key: string; readonly ms: number }
  | { readonly type: 'clearTimer'; readonly name: TimerName };

export interface Segment {
  readonly ordinal: number;
  readonly speaker: Speaker;
  readonly text: string;
  /** When the speech started. */
  readonly at: number;
  /** The other party interrupted, or the connection ended: the text holds what was heard until then. */
  readonly interrupted: boolean;
  /** The connection ended and the carrier did not report how much was heard: the text holds all that was sent. */
  readonly unconfirmed: boolean;
}

export interface ToolNotification {
  readonly kind: 'tool';
  readonly callId: string;
  readonly call: ToolCall;
  readonly result: ToolResult;
}

export type SessionNotification =
  | { readonly kind: 'live' }
  | { readonly kind: 'turn'; readonly timing: TurnTiming }
  /** A tool call with its result, and again whenever that changes. */
  | ToolNotification
  | { readonly kind: 'closed'; readonly reason: SessionEndReason; readonly callReason: CallReason | null };

/** Why a session ended. `finished` and `hung_up` are normal ends and are not stored as the call's reason. */
export type SessionEndReason =
  | 'finished'
  | 'hung_up'
  | 'voicemail'
  | 'voicemail_left'
  | 'agent_failed'
  | 'do_not_call'
  | 'wrong_number'
  | 'silence'
  | 'max_length'
  | 'line_dropped'
  | 'transferred'
  | 'ended_by_user'
  | 'server_stopped';

export function callReasonOf(reason: SessionEndReason): CallReason | null {
  return reason === 'finished' || reason === 'hung_up' ? null : reason;
}
