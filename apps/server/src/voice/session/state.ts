import type { ConversationEntry } from '../../ports/language-model.ts';
import type { EndReason } from './effects.ts';
import type { TimerName } from './events.ts';
import type { SessionSettings } from './settings.ts';

/** The whole of a session: three small unions, and what they leave behind. */
export interface SessionState {
  readonly settings: SessionSettings;
  readonly phase: Phase;
  /** When the line came alive; the longest length counts from here. */
  readonly liveAt: number;
  readonly caller: Caller;
  readonly agent: Agent;
  /** What was sent before the other party spoke and may still be heard: the carrier alone can stop it. */
  readonly pendingPlayout: readonly PendingUtterance[];
  /** Keys being collected until the other party stops pressing. */
  readonly digits: Digits | null;
  readonly timers: Timers;
  readonly checkpoints: number;
  /** What the model is shown, with the place each line took in the conversation. */
  readonly history: readonly PlacedEntry[];
  readonly nextOrdinal: number;
  readonly nextItem: number;
  /** What is stored already of an utterance that the carrier goes on telling: it tells it from the beginning each time. */
  readonly storedPrefix: string;
  /** How often in a row nobody answered. */
  readonly silences: number;
  /** How often the other party talked into a goodbye. */
  readonly reopened: number;
  readonly otherPartySpoke: boolean;
  /** How long the model was asked in vain before the turn of now, because the other party went on each time. */
  readonly unansweredMs: number;
  readonly askedNotToCall: boolean;
  /** Whether the carrier has ever told what it played; until then speaking time is estimated. */
  readonly playoutReported: boolean;
  /** Utterances of the other party whose audio is over and whose text is on its way. */
  readonly awaitedTexts: readonly AwaitedText[];
  /** Engine items that are over; what still comes of them is late. */
  readonly closedItems: readonly string[];
  /** When the process stops; null while it stays. */
  readonly stopAt: number | null;
}

export type Phase =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'draining'; readonly ending: Ending; readonly stage: DrainStage }
  | { readonly kind: 'closed'; readonly reason: EndReason };

/** Last words, the carrier was asked to finish, the call was ended, or the line is gone and only late words come. */
export type DrainStage = 'speaking' | 'ended' | 'hung_up' | 'gone';

export interface Ending {
  readonly reason: EndReason;
  /** Words of the other party may still call it off. */
  readonly reopenable: boolean;
  /** Why a person takes over; null: the call ends. */
  readonly transfer: string | null;
}

export type Caller =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'speaking';
      readonly ordinal: number;
      readonly startedAt: number;
      /** The engine's name for it; null when the carrier does the listening. */
      readonly itemId: string | null;
      readonly text: string;
      /** The carrier's own words for it, from the beginning of the utterance. */
      readonly told: string;
      readonly voice: CallerVoice;
      /** Grows with every sign of speech, so that the wait for the next one starts anew. */
      readonly signs: number;
      readonly saved: string;
    };

/** Whether the carrier hears them right now, where it tells; the answer is timed from when they stopped. */
export type CallerVoice = 'unknown' | 'on' | { readonly stoppedAt: number };

export type Agent =
  | { readonly kind: 'idle' }
  | { readonly kind: 'thinking'; readonly turn: Turn }
  | { readonly kind: 'speaking'; readonly utterance: Utterance; readonly turn: Turn | null };

/** One answer of the model, from the question to its last word. */
export interface Turn {
  /** What the engine was asked to say word by word; null: it answers by itself. */
  readonly sentence: string | null;
  readonly itemId: string;
  readonly attempt: number;
  /** When the model was first asked, however often since. */
  readonly requestedAt: number;
  /** When the other party had finished; the answer is timed from here. Null: nobody asked. */
  readonly callerFinishedAt: number | null;
  readonly firstPartAt: number | null;
  readonly parts: number;
  readonly fillers: number;
  readonly ending: Ending | null;
  /** A tool was used, so a turn without words is no failure. */
  readonly usedTool: boolean;
  /** It put the number on the do-not-call list. */
  readonly addedToDoNotCall: boolean;
  /** How many tools it has called. */
  readonly calls: number;
}

export interface Utterance {
  readonly itemId: string;
  readonly ordinal: number;
  readonly startedAt: number;
  /** When it begins to be heard: later where earlier speech is still being played. */
  readonly audibleAt: number;
  readonly text: string;
  readonly sentMs: number;
  /** The furthest place behind which the carrier was asked to tell that it has played so far. */
  readonly markedMs: number;
  readonly playedMs: number;
  readonly playedCharacters: number;
  /** The voice has stopped just before its end: it spells otherwise than we count, or somebody has cut in. */
  readonly playoutStopped: boolean;
  readonly interruptible: boolean;
  /** What the last checkpoint wrote. */
  readonly saved: string;
}

export interface PendingUtterance {
  readonly utterance: Utterance;
  /** False when the model was stopped in the middle of it. */
  readonly whole: boolean;
}

export interface Digits {
  readonly pressed: string;
  readonly ordinal: number;
  readonly startedAt: number;
}

export interface AwaitedText {
  readonly itemId: string;
  readonly ordinal: number;
  readonly startedAt: number;
}

export interface PlacedEntry {
  readonly ordinal: number;
  readonly entry: ConversationEntry;
}

export type Timers = Readonly<Partial<Record<TimerName, string>>>;

/** A session before its first event; `openSession` sets its first timer. */
export function newSession(settings: SessionSettings): SessionState {
  return {
    settings,
    phase: { kind: 'connecting' },
    liveAt: 0,
    caller: { kind: 'silent' },
    agent: { kind: 'idle' },
    pendingPlayout: [],
    digits: null,
    timers: {},
    checkpoints: 0,
    history: [],
    nextOrdinal: settings.firstOrdinal,
    nextItem: 1,
    storedPrefix: '',
    silences: 0,
    reopened: 0,
    otherPartySpoke: false,
    unansweredMs: 0,
    askedNotToCall: false,
    playoutReported: false,
    awaitedTexts: [],
    closedItems: [],
    stopAt: null,
  };
}
