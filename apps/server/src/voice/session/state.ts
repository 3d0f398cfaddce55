import type { SessionEndReason } from './effects.ts';
import type { GreetingEnd, TimerName } from './events.ts';
import { openQuestion, type PersonQuestion } from './person-question.ts';
import type { PlacedEntry } from './placed-entry.ts';
import type { RunningTool } from './running-tool.ts';
import type { SessionSettings } from './settings.ts';

/** The state of a session: three small unions (phase, caller, agent) and what has to be remembered beside them. */
export interface SessionState {
  readonly settings: SessionSettings;
  readonly phase: Phase;
  /** When the session became live; the maximum length counts from here. */
  readonly liveAt: number;
  readonly caller: Caller;
  /**
   * Since when the other party may have been speaking, while the carrier has not reported that they began to; null: it has, or
   * their first words are stored.
   */
  readonly speakingSince: number | null;
  readonly agent: Agent;
  /** Utterances sent before the other party spoke that may still be playing: only the carrier can stop them. */
  readonly pendingPlayout: readonly PendingUtterance[];
  /** Of which nothing was heard when the carrier reported an interruption; it may speak them all the same. */
  readonly droppedUtterances: readonly Utterance[];
  /** Keys being collected until the other party stops pressing. */
  readonly digits: Digits | null;
  readonly timers: Timers;
  readonly checkpoints: number;
  /** What the model sees, with the place of each entry in the conversation. */
  readonly history: readonly PlacedEntry[];
  readonly nextOrdinal: number;
  readonly nextItem: number;
  /** What is stored already of an utterance that goes on: the carrier reports it from the beginning each time. */
  readonly storedPrefix: string;
  /** How often in a row the other party said nothing. */
  readonly silences: number;
  /** How often the other party cancelled a goodbye by speaking. */
  readonly reopened: number;
  readonly otherPartySpoke: boolean;
  /** The session resumes a lost one: after the apology the agent goes on by itself, unless the other party speaks. */
  readonly resumePending: boolean;
  /**
   * How long earlier turns waited for the model without output, until the other party cancelled them by speaking on.
   */
  readonly unansweredMs: number;
  /**
   * Whether the other party has asked for no more calls, and whether that is stored. `promiseDue`: the session says that they
   * get none as soon as it is.
   */
  readonly refusal: 'none' | 'storing' | 'promiseDue' | 'stored';
  /** How often the offer to opt out was made again because nobody had heard it. */
  readonly offers: number;
  readonly personQuestion: PersonQuestion | null;
  /** How often the session has said again that the call is recorded. */
  readonly announcements: number;
  readonly answering: Answering;
  readonly tools: ToolState;
  /** Whether the carrier has reported what it played; until then speaking time is estimated. */
  readonly playoutReported: boolean;
  /** The carrier is to report what it plays, and may still report its first words. */
  readonly playoutAwaited: boolean;
  /** Utterances of the other party that are over and whose text has not come yet. */
  readonly awaitedTexts: readonly AwaitedText[];
  /** Items that are over; what still comes of them is ignored. */
  readonly closedItems: readonly string[];
  /** When the goodbye has to begin because the process stops; null while it runs. */
  readonly stopAt: number | null;
}

/** Who or what has answered, as far as it is known. One field, because most steps copy the state and few concern it. */
export interface Answering {
  /**
   * `person`: also while nothing is known. `screener`: a phone that asks who is calling; it was answered, and a person is
   * waited for. `machine`: it talks, and the end of its greeting is waited for. `recorder`: it records.
   */
  readonly by: 'person' | 'screener' | 'machine' | 'recorder';
  /** Nobody has heard the opening yet: it follows their first words. */
  readonly openingDue: boolean;
  /** The carrier has given its result. */
  readonly detected: boolean;
  /** It was that a person has answered. */
  readonly human: boolean;
  /** How a greeting ended, as the carrier reports; null once it is decided who gave it. */
  readonly greetingEnd: GreetingEnd | null;
  /** How often a screening phone was answered. */
  readonly screenings: number;
  /** Something of the message was heard after the beep. */
  readonly messageHeard: boolean;
}

export type Phase =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'ending'; readonly ending: Ending; readonly stage: EndingStage }
  | { readonly kind: 'closed'; readonly reason: SessionEndReason };

/**
 * `speaking`: the last words play. `ended`: the carrier was asked to end the session. `hung_up`: the call was ended.
 * `gone`: the other party is gone, and only text of their last words may come.
 */
export type EndingStage = 'speaking' | 'ended' | 'hung_up' | 'gone';

export interface Ending {
  readonly reason: SessionEndReason;
  /** Speech of the other party may still cancel it. */
  readonly reopenable: boolean;
  /** Null: the call ends. */
  readonly transfer: Transfer | null;
}

export interface Transfer {
  /** The name of whom they are connected with; null where the agent has one number for everything. */
  readonly to: string | null;
  /** Why a person is needed. */
  readonly reason: string;
}

export type Caller =
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'speaking';
      readonly ordinal: number;
      readonly startedAt: number;
      /** The engine's id of the utterance; null where the carrier recognises speech. */
      readonly itemId: string | null;
      readonly text: string;
      /** The text as the carrier reports it, from the beginning of the utterance. */
      readonly reported: string;
      readonly voice: CallerVoice;
      /** Incremented with every report of speech, which restarts the wait for the next one. */
      readonly updates: number;
      readonly saved: string;
    };

/** Whether the carrier reports speech right now, where it does; the answer is timed from when they stopped. */
export type CallerVoice = 'unknown' | 'on' | { readonly stoppedAt: number };

export type Agent =
  | { readonly kind: 'idle' }
  | { readonly kind: 'thinking'; readonly turn: Turn }
  | { readonly kind: 'speaking'; readonly utterance: Utterance; readonly turn: Turn | null };

/** One answer of the model, from the request to its last output. */
export interface Turn {
  /** A sentence that the engine was asked to say literally; null: it answers by itself. */
  readonly sentence: string | null;
  readonly itemId: string;
  readonly attempt: number;
  /** When the model was first asked, before any retry. */
  readonly requestedAt: number;
  /** When the other party had finished speaking; the answer is timed from here. Null: it answers nothing they said. */
  readonly callerFinishedAt: number | null;
  /** How long of that time tools were waited for. */
  readonly toolMs: number;
  readonly firstPartAt: number | null;
  readonly parts: number;
  readonly fillers: number;
  readonly ending: Ending | null;
  /** A tool was used, so a turn without text is no failure. */
  readonly usedTool: boolean;
  /** A tool was started that answers later. */
  readonly ranTool: boolean;
  /** The number was put on the do-not-call list. */
  readonly addedToDoNotCall: boolean;
  /** How many tools it has called. */
  readonly calls: number;
}

export interface Utterance {
  readonly itemId: string;
  readonly ordinal: number;
  readonly startedAt: number;
  /** When it becomes audible: later than it starts where earlier speech is still playing. */
  readonly audibleAt: number;
  /** Since when it is heard, as the carrier reports; null before that. */
  readonly heardAt: number | null;
  readonly text: string;
  readonly sentMs: number;
  /** The position of the last mark that was sent. */
  readonly markedMs: number;
  readonly playedMs: number;
  readonly playedCharacters: number;
  /** Playing has stopped just before the end: the voice spells differently, or the other party has interrupted. */
  readonly playoutStopped: boolean;
  readonly interruptible: boolean;
  /** What the last checkpoint stored. */
  readonly saved: string;
}

export interface PendingUtterance {
  readonly utterance: Utterance;
  /** False when the model was stopped in the middle of it. */
  readonly whole: boolean;
}

/** One field of the state, because most steps copy the state and few concern tools. */
export interface ToolState {
  /** Tools that have not answered yet. */
  readonly running: readonly RunningTool[];
  /** How often the other party was told to wait for them. */
  readonly fillers: number;
  /** Tool calls whose results the model has not been shown yet. */
  readonly unseenResults: readonly string[];
  /** The model is asked again as soon as nobody speaks. */
  readonly answerOwed: AnswerOwed | null;
  /** How often in a row the model was asked because tools had answered, without a word of the other party. */
  readonly rounds: number;
  /** Since when tools are waited for, and how long the same answer has waited for others before; null: for none. */
  readonly waiting: { readonly since: number; readonly beforeMs: number } | null;
}

export interface AnswerOwed {
  /** As in `Turn`. */
  readonly callerFinishedAt: number | null;
  readonly toolMs: number;
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

export type Timers = Readonly<Partial<Record<TimerName, string>>>;

const noTools: ToolState = {
  ...{ running: [], fillers: 0, unseenResults: [] },
  ...{ answerOwed: null, rounds: 0, waiting: null },
};

/** A session before its first event; `openSession` sets its first timer. */
export function newSession(settings: SessionSettings): SessionState {
  const spokeBefore = (settings.resumed ?? []).some(({ entry }) => isOfOtherParty(entry.kind));
  return {
    settings,
    phase: { kind: 'connecting' },
    liveAt: 0,
    caller: { kind: 'silent' },
    speakingSince: null,
    agent: { kind: 'idle' },
    pendingPlayout: [],
    droppedUtterances: [],
    digits: null,
    timers: {},
    checkpoints: 0,
    history: settings.resumed ?? [],
    nextOrdinal: settings.firstOrdinal,
    nextItem: 1,
    storedPrefix: '',
    silences: 0,
    reopened: 0,
    otherPartySpoke: spokeBefore,
    resumePending: spokeBefore && !settings.backFromTransfer,
    unansweredMs: 0,
    refusal: 'none',
    offers: 0,
    personQuestion: openQuestion(settings.resumed ?? [], settings),
    announcements: 0,
    answering: {
      by: 'person',
      openingDue: settings.manners.firstSpeaker === 'other-party' && !settings.resumed,
      detected: settings.greetingEnd != null,
      human: false,
      greetingEnd: settings.greetingEnd ?? null,
      screenings: 0,
      messageHeard: false,
    },
    tools: { ...noTools, running: settings.resumedTools ?? [] },
    playoutReported: false,
    playoutAwaited: settings.speech === 'text' && settings.reportsPlayout === true,
    awaitedTexts: [],
    closedItems: [],
    stopAt: null,
  };
}

function isOfOtherParty(kind: PlacedEntry['entry']['kind']): boolean {
  return kind === 'said' || kind === 'pressed';
}
