import type { SpeechEvent } from '../../ports/speech-engine.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';

/** Everything that can happen to a session. `at` is its only clock, in milliseconds. */
export type SessionEvent = { readonly at: number } & (
  | CarrierEvent
  | EngineEvent
  | ControlEvent
  | ToolEvent
  | { readonly type: 'timer.fired'; readonly name: TimerName; readonly key: string }
);

export type CarrierEvent =
  /** `isGone`: the other party has hung up before, so nobody hears an opening. */
  | { readonly type: 'carrier.started'; readonly isGone?: boolean }
  /** The other party began or stopped speaking, before there is any text. */
  | { readonly type: 'carrier.callerSpeaking'; readonly speaking: boolean }
  /** What the other party says, from the beginning of the utterance each time; `last` with the complete text. */
  | { readonly type: 'carrier.prompt'; readonly text: string; readonly last: boolean }
  /** The carrier stopped our speech because the other party spoke; `heard` is what was played of it. */
  | { readonly type: 'carrier.interrupt'; readonly heard: string | null }
  /**
   * The carrier speaks text that was sent while its report of an interruption was on its way, and was taken for dropped. It counts
   * as new items.
   */
  | { readonly type: 'carrier.speaksDropped'; readonly items: readonly DroppedItem[] }
  /** The item is being heard, since then by the session's clock. */
  | { readonly type: 'carrier.heard'; readonly itemId: string; readonly since: number }
  /** How many characters of the item have been played from its beginning, spaces not counted. */
  | { readonly type: 'carrier.played'; readonly itemId: string; readonly characters: number }
  /** Playing has stopped a few characters before the end of the item. */
  | { readonly type: 'carrier.playoutStopped'; readonly itemId: string }
  /** How many milliseconds of the item's audio have been played. */
  | { readonly type: 'carrier.mark'; readonly itemId: string; readonly ms: number }
  /** More of the item's audio was sent to the carrier. */
  | { readonly type: 'carrier.audioSent'; readonly itemId: string; readonly ms: number }
  | { readonly type: 'carrier.dtmf'; readonly digit: string }
  | { readonly type: 'carrier.stopped'; readonly how: 'hung_up' | 'dropped' };

export interface DroppedItem {
  readonly itemId: string;
  /** What it was before. */
  readonly of: string;
  /** How many characters of that were sent before it, spaces not counted. */
  readonly from: number;
  readonly text: string;
  /** The whole text of what was sent. */
  readonly whole: boolean;
}

export type EngineEvent = SpeechEvent;

export type ControlEvent =
  | { readonly type: 'control.hangup' }
  | { readonly type: 'control.say'; readonly text: string }
  /** Somebody at the desk wants the other party connected with a person. */
  | { readonly type: 'control.transfer'; readonly reason: string }
  /** The process stops in this many milliseconds. */
  | { readonly type: 'control.drain'; readonly withinMs: number }
  /** The result of answering machine detection. `greetingEnd`: how the greeting of a machine ended; none while it talks. */
  | {
      readonly type: 'control.amdResult';
      readonly answeredBy: AnsweredBy;
      readonly greetingEnd?: GreetingEnd | null;
    }
  /** It was stored that this session leaves the message, or it must not. */
  | { readonly type: 'control.messageClaimed'; readonly granted: boolean }
  /** It is stored that the other party wants no more calls, or that was given up. */
  | { readonly type: 'control.refusalStored' }
  /** Something that the transcript has to show where it happened. */
  | { readonly type: 'control.note'; readonly text: string }
  /** The carrier refused to connect the other party with a person. */
  | { readonly type: 'control.transferFailed' }
  /** An error outside the machine; only this session ends. */
  | { readonly type: 'control.crashed' };

export type AnsweredBy = 'human' | 'machine' | 'fax' | 'unknown';
export type GreetingEnd = 'beep' | 'silence' | 'other';

/** A tool that `runTool` started has answered. */
export interface ToolEvent {
  readonly type: 'tool.result';
  readonly callId: string;
  readonly result: ToolOutcome;
}

export type TimerName =
  | 'connect'
  | 'maxLength'
  | 'silence'
  | 'firstWords'
  | 'screening'
  | 'greeting'
  | 'claim'
  | 'refusal'
  | 'listen'
  | 'text'
  | 'digits'
  | 'model'
  | 'filler'
  | 'tool'
  | 'toolFiller'
  | 'answer'
  | 'playout'
  | 'pendingPlayout'
  | 'checkpoint'
  | 'closing'
  | 'drain';
