import { type PhraseName, sessionPhrases } from '@parley/contract';
import type { VoiceTool } from '../tools/voice-tool.ts';
import type { GreetingEnd } from './events.ts';
import type { CallManners } from './manners.ts';
import type { PlacedEntry } from './placed-entry.ts';
import type { RunningTool } from './running-tool.ts';

/** What a session is given at its start. */
export interface SessionSettings {
  /** Text that the carrier speaks, or audio that the engine speaks. */
  readonly speech: 'text' | 'audio';
  /** The carrier reports the words that it has played. */
  readonly reportsPlayout?: boolean;
  /** The first sentences: who is speaking, and for whom. */
  readonly opening: string;
  readonly canTransfer: boolean;
  readonly manners: CallManners;
  /** How the greeting of a machine has ended, where that is known when the session starts. */
  readonly greetingEnd?: GreetingEnd | null;
  /** What the agent may use on this call. */
  readonly tools: readonly VoiceTool[];
  /** The conversation so far, where this session resumes one that was lost. */
  readonly resumed?: readonly PlacedEntry[];
  /** Tools of the lost session that have not answered: their answers are told when they come. */
  readonly resumedTools?: readonly RunningTool[];
  /** Before this session nobody took the call: they are told so, and asked what else can be done. */
  readonly backFromTransfer?: boolean;
  /**
   * How long the carrier has been waiting for this session. What the other party was saying when it began may have begun in
   * this time. Null or left out: it is not known.
   */
  readonly connectingMs?: number | null;
  /** The call is recorded, which is said until it was heard. */
  readonly recorded?: boolean;
  /** Above zero when an earlier session of the call has written transcript entries. */
  readonly firstOrdinal: number;
  /** The language of the line now. */
  readonly language: string;
  readonly phrases: Phrases;
  /** Languages that the line can change to, that of the start included. */
  readonly languages?: readonly LineLanguage[];
  readonly limits: SessionLimits;
}

/** A language of the agent, with what the session says in it. */
export interface LineLanguage {
  readonly language: string;
  readonly phrases: Phrases;
}

/** What the session says without asking the model. */
export interface Phrases {
  readonly areYouThere: string;
  readonly silenceGoodbye: string;
  readonly fillers: readonly string[];
  /** Before an answer is requested again because the model broke off in the middle of a sentence. */
  readonly sayAgain: string;
  readonly apology: string;
  /** The first words of a session that resumes a lost one. */
  readonly cutOff: string;
  readonly maxLengthGoodbye: string;
  readonly drainGoodbye: string;
  readonly goodbye: string;
  readonly noMoreCalls: string;
  readonly transferring: string;
  /** The carrier refused the transfer, or nobody took the call. */
  readonly notTransferred: string;
}

/** In milliseconds of real time, unless the name says otherwise. */
export interface SessionLimits {
  readonly connectMs: number;
  readonly silenceMs: number;
  /** How long the other party may pause before what they said counts as complete. */
  readonly listenMs: number;
  /** The same after an interruption of which no text has arrived. */
  readonly wordlessMs: number;
  /** The same while the carrier still reports speech. */
  readonly longestUtteranceMs: number;
  readonly digitsMs: number;
  /** How long the other party may take for the first words, where they speak first. */
  readonly firstWordsMs: number;
  /** How long a person is waited for after a screening phone was answered. */
  readonly screeningMs: number;
  /** How long the end of a machine's greeting is waited for: longer than its detection takes. */
  readonly greetingMs: number;
  /** How long the session waits until it is stored that its message is being left. */
  readonly claimMs: number;
  /** How long a promise not to call again waits until it is stored that they asked for it. */
  readonly refusalMs: number;
  /** From the request to the model's first output, and between two outputs. */
  readonly modelMs: number;
  readonly fillerMs: number;
  /** While a tool runs and nobody speaks: the first filler, the second, and the time between all later ones. */
  readonly toolFillersMs: readonly [number, number, number];
  /** From the request to the end of the answer. */
  readonly answerMs: number;
  /** The longest answer, in characters and in milliseconds of audio. */
  readonly answerCharacters: number;
  readonly answerAudioMs: number;
  readonly checkpointMs: number;
  readonly closingMs: number;
  /** How long to wait for the text of the last utterance after the connection ended. */
  readonly lastTextMs: number;
  readonly maxLengthMs: number;
  /** Time reserved for a goodbye before the process stops. */
  readonly goodbyeMs: number;
  /** The longest utterance that is stored. */
  readonly utteranceCharacters: number;
}

export const defaultLimits: SessionLimits = {
  connectMs: 10_000,
  silenceMs: 8_000,
  listenMs: 10_000,
  wordlessMs: 4_000,
  longestUtteranceMs: 60_000,
  digitsMs: 2_500,
  firstWordsMs: 5_000,
  screeningMs: 60_000,
  greetingMs: 65_000,
  claimMs: 15_000,
  refusalMs: 5_000,
  modelMs: 8_000,
  fillerMs: 3_500,
  toolFillersMs: [800, 4_000, 8_000],
  answerMs: 120_000,
  answerCharacters: 6_000,
  answerAudioMs: 300_000,
  checkpointMs: 1_000,
  closingMs: 5_000,
  lastTextMs: 2_500,
  maxLengthMs: 20 * 60_000,
  goodbyeMs: 6_000,
  utteranceCharacters: 8_000,
};

/** The phrases of a language or an agent, as the session uses them. */
export function phrasesFrom({ firstFiller, secondFiller, ...others }: Record<PhraseName, string>): Phrases {
  return { ...others, fillers: [firstFiller, secondFiller] };
}

export const englishPhrases: Phrases = phrasesFrom(sessionPhrases.en);
