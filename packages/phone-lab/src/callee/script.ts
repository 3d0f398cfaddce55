import type { Nature } from './callee.ts';
import type { Style } from './english/answers.ts';
import type { Facts } from './english/facts.ts';
import type { QuestionKind } from './english/question.ts';

/** One thing a callee does by the book. */
export type Step =
  | { say: string }
  /** Until the agent has finished, so many milliseconds, until it says something, or is so many words into it. */
  | { wait: 'agent' | number | { phrase: string; withinMs?: number } | { words: number } }
  /** Starts talking once the agent is so many words into what it says, or when it has finished before that. */
  | { interrupt: { words: number; say: string } }
  | { press: string }
  /** Says nothing for so long, whatever the agent says; what was said meanwhile is forgotten. */
  | { silence: number }
  /** Notes in the ledger whether the agent's last words fit. */
  | { expect: string }
  | 'hangup';

/** What is answered when the agent says something that fits. */
export interface Answer {
  when: string;
  /** Only to questions of this kind, and to what is no question. */
  asked?: QuestionKind;
  /** Several are used in turn. */
  say?: string | string[];
  press?: string;
  /** How often it is used; without it, always. */
  times?: number;
  then?: 'hangup';
}

/** A person or machine at the other end, as written in a YAML file. All times are lab milliseconds. */
export interface CalleeScript {
  name: string;
  about?: string;
  /** How long it rings, or what happens instead; `handset` rings until somebody answers by hand. */
  ring?: number | 'busy' | 'never' | 'unreachable' | 'handset';
  nature?: Nature;
  /** Said on picking up. */
  greeting?: string;
  /** Time to think before answering. */
  thinkMs?: number;
  /** Asks whether anybody is there after half of this in silence, hangs up after all of it. */
  patienceMs?: number | 'endless';
  /** Done first, in order. */
  script?: Step[];
  /** Then the callee listens and answers by these. */
  answers?: Answer[];
  /** Whether to answer questions that no rule fits as most people would. */
  manners?: boolean;
  /** What these answers are made of, where it is not the usual. */
  facts?: Partial<Facts>;
  style?: Style;
  /** Used in turn when nothing fits. */
  otherwise?: string[];
  goodbye?: string;
  /** WAV files for lines, word for word as they stand above; lines without one are spoken in the lab's own voice. */
  voice?: Record<string, string>;
}

export const defaults = { ring: 2_500, thinkMs: 700, patienceMs: 60_000 } as const;
