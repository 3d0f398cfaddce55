import type { CalleeKind, GreetingEnd } from './callee.ts';
import type { Style } from './english/answers.ts';
import type { Facts } from './english/facts.ts';
import type { QuestionKind } from './english/question.ts';

/** One step of a script. */
export type Step =
  | { say: string }
  /** Until the agent has finished, for milliseconds, until it says a phrase, or until it has said a number of words. */
  | { wait: 'agent' | number | { phrase: string; withinMs?: number } | { words: number } }
  /** Speaks when the agent has said this many words, or has finished before. */
  | { interrupt: { words: number; say: string } }
  | { press: string }
  /** Says nothing for this long and ignores what the agent says meanwhile. */
  | { silence: number }
  /** Writes to the ledger whether what the agent said last matches. */
  | { expect: string }
  | 'hangup';

/** The answer when the agent says something that matches. */
export interface Answer {
  when: string;
  /** Only for questions of this kind, and for turns without a question. */
  asked?: QuestionKind;
  /** Several are used in turn. */
  say?: string | string[];
  press?: string;
  /** How often it is used; unlimited without it. */
  times?: number;
  then?: 'hangup';
}

/** A person or machine at the other end, as written in a YAML file. All times are lab milliseconds. */
export interface CalleeScript {
  name: string;
  about?: string;
  /**
   * How long it rings, or what happens instead. `declined` and `blocked`: the call is not wanted, by the phone (SIP 603) or
   * by a filter in the network (608); `handset` rings until it is answered by hand.
   */
  ring?: number | 'busy' | 'never' | 'unreachable' | 'declined' | 'blocked' | 'handset';
  nature?: CalleeKind;
  /** What machine detection takes it for, where it is mistaken. */
  detectedAs?: CalleeKind;
  /** How the greeting ends; a machine beeps unless it says otherwise. */
  greetingEnd?: GreetingEnd;
  /** Whether an answering machine records what is said after its greeting. */
  mailbox?: 'records' | 'full';
  /** Said when the call is answered. */
  greeting?: string;
  /** Pause before an answer. */
  thinkMs?: number;
  /** After half of this time in silence the callee asks whether anybody is there; after all of it, it hangs up. */
  patienceMs?: number | 'endless';
  /** Carried out first, in order. */
  script?: Step[];
  /** Used after the script. */
  answers?: Answer[];
  /** Whether to answer questions that no answer matches. */
  manners?: boolean;
  /** Facts for these answers that differ from the common ones. */
  facts?: Partial<Facts>;
  style?: Style;
  /** Used in turn when nothing matches. */
  otherwise?: string[];
  goodbye?: string;
  /** WAV files by text, exactly as it stands above; other texts are spoken in the lab's own voice. */
  voice?: Record<string, string>;
}

export const defaults = { ring: 2_500, thinkMs: 700, patienceMs: 60_000 } as const;
