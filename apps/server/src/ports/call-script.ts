import type { VoiceProvider } from '@parley/contract';

/** What the carrier is to do with the call next. */
export type CallScript =
  | { readonly kind: 'hang-up' }
  /** Speak, then hang up. */
  | { readonly kind: 'say'; readonly text: string; readonly language: string }
  /** Connect to a voice session that exchanges text; its socket sends the token in its first message. */
  | {
      readonly kind: 'converse';
      readonly callId: string;
      /** Which session of the call it is; the notice of its end says so, where the carrier can pass it on. */
      readonly session: number;
      readonly token: string;
      readonly speech: RelaySpeech;
      readonly listening: Listening;
      /** The carrier begins to record before it connects: both parties, each on a channel of its own. */
      readonly recorded?: boolean;
    }
  /** The same with audio instead of text. */
  | {
      readonly kind: 'stream';
      readonly callId: string;
      readonly session: number;
      readonly token: string;
      readonly recorded?: boolean;
    }
  /** Ask whether the call may be recorded, and tell us what was said. Until then nothing is recorded. */
  | {
      readonly kind: 'ask';
      readonly callId: string;
      /** How often it was asked, this time included. */
      readonly attempt: number;
      /** Said before the other party is listened to; null: nothing. */
      readonly introduction: string | null;
      readonly question: string;
      /** What they may well say. */
      readonly hints: readonly string[];
      readonly language: string;
    }
  /** Connect the other party with a person. When that is over, or nobody has taken it, the carrier asks what is next. */
  | {
      readonly kind: 'hand-over';
      readonly callId: string;
      /** The session that hands over; a call hands over once in each. */
      readonly session: number;
      readonly number: string;
      readonly callerId: string | null;
      readonly ringSeconds: number;
      readonly maxSeconds: number;
      /** The person hears first who it is and why, and is connected only then: what is asked when they answer. */
      readonly briefed: boolean;
    }
  /** To the person who is called: who it is and why. They take the call with a key, or are hung up on. */
  | {
      readonly kind: 'brief';
      readonly callId: string;
      readonly session: number;
      readonly text: string;
      readonly language: string;
    }
  /** The person who was briefed has taken the call. */
  | { readonly kind: 'join' }
  /** Refuse an inbound call before it is answered: the caller hears the busy tone. */
  | { readonly kind: 'reject' };

/** How the carrier hears and speaks where it exchanges text with us. */
export interface RelaySpeech {
  readonly language: string;
  readonly voice: RelayVoice;
  /** 1 is the speed of the voice itself, and so is null. Not every voice can change it. */
  readonly speed: number | null;
  /** Words that the other party may well say. */
  readonly hints: readonly string[];
  /** Languages that the session may change to. */
  readonly otherLanguages: readonly { readonly language: string; readonly voice: RelayVoice }[];
}

/** Null: the provider's own voice for the language. */
export interface RelayVoice {
  readonly provider: Exclude<VoiceProvider, 'openai'>;
  readonly name: string | null;
}

/** How the carrier takes turns where it recognises speech. */
export interface Listening {
  readonly interruptSensitivity: 'low' | 'medium' | 'high';
  /** The pause that ends an utterance; `auto`: as the recognition decides. */
  readonly speechTimeoutMs: number | 'auto';
  /** Sounds of listening do not interrupt. */
  readonly ignoreBackchannel: boolean;
  /** Whether pressed keys are reported. */
  readonly keypad: boolean;
}
