import type { SpeechEvent } from '../../ports/speech-engine.ts';

/** Everything that can happen to a session. `at` is the only clock it knows, in milliseconds. */
export type SessionEvent = { readonly at: number } & (
  | CarrierEvent
  | EngineEvent
  | ControlEvent
  | { readonly type: 'timer.fired'; readonly name: TimerName; readonly key: string }
);

export type CarrierEvent =
  | { readonly type: 'carrier.started' }
  /** The carrier hears the other party begin or stop, before there is any text. */
  | { readonly type: 'carrier.callerSpeaking'; readonly speaking: boolean }
  /** What the other party says: the whole utterance so far, and at last the whole of it. */
  | { readonly type: 'carrier.prompt'; readonly text: string; readonly last: boolean }
  /** The carrier stopped our speech because the other party spoke; `heard` is what was played of it. */
  | { readonly type: 'carrier.interrupt'; readonly heard: string | null }
  /** So many characters of the item, spaces not counted, have been played from its beginning. */
  | { readonly type: 'carrier.played'; readonly itemId: string; readonly characters: number }
  /** Our voice has fallen silent a few characters before the end of the item. */
  | { readonly type: 'carrier.playoutStopped'; readonly itemId: string }
  /** So many milliseconds of the item's audio have been played. */
  | { readonly type: 'carrier.mark'; readonly itemId: string; readonly ms: number }
  /** So much more of the item's sound has gone to the carrier. */
  | { readonly type: 'carrier.audioSent'; readonly itemId: string; readonly ms: number }
  | { readonly type: 'carrier.dtmf'; readonly digit: string }
  | { readonly type: 'carrier.stopped'; readonly how: 'hung_up' | 'dropped' };

export type EngineEvent = SpeechEvent;

export type ControlEvent =
  | { readonly type: 'control.hangup' }
  | { readonly type: 'control.say'; readonly text: string }
  /** The process stops in so many milliseconds. */
  | { readonly type: 'control.drain'; readonly withinMs: number }
  /** What the carrier thinks has answered. */
  | { readonly type: 'control.amdResult'; readonly answeredBy: 'human' | 'machine' | 'fax' | 'unknown' }
  /** The carrier would not connect the other party with a person. */
  | { readonly type: 'control.transferFailed' }
  /** Something broke around the session; it ends alone. */
  | { readonly type: 'control.crashed' };

export type TimerName =
  | 'connect'
  | 'maxLength'
  | 'silence'
  | 'listen'
  | 'text'
  | 'digits'
  | 'model'
  | 'filler'
  | 'answer'
  | 'playout'
  | 'pendingPlayout'
  | 'checkpoint'
  | 'closing'
  | 'drain';
