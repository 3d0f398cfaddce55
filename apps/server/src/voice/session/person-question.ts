import { disclosesAi, languageOfPersonQuestion } from '@parley/contract';
import type { PlacedEntry } from './placed-entry.ts';
import type { SessionSettings } from './settings.ts';

/** Somebody has asked whether a person speaks, and has not heard the answer yet. */
export interface PersonQuestion {
  /** The place of the question in the conversation. */
  readonly ordinal: number;
  /** The language it was asked in. */
  readonly language: string;
  /** How often the session has said the sentence by itself. */
  readonly attempts: number;
}

type Languages = Pick<SessionSettings, 'language' | 'languages'>;

/** A question from further back has been answered, or nobody waits for its answer any more. */
const searchedEntries = 24;

/** The latest question of the conversation that has no answer which says it; null without one. */
export function openQuestion(history: readonly PlacedEntry[], languages: Languages): PersonQuestion | null {
  const placed = history.toSorted((a, b) => a.ordinal - b.ordinal).slice(-searchedEntries);
  const tags = tagsOf(languages);
  for (let at = placed.length - 1; at >= 0; at -= 1) {
    const { ordinal, entry } = placed[at] as PlacedEntry;
    if (entry.kind === 'agent' && statesAi(entry.text, languages)) return null;
    const language = entry.kind === 'said' ? languageOfPersonQuestion(wordsUntil(placed, at), tags) : null;
    if (language !== null) return { ordinal, language, attempts: 0 };
  }
  return null;
}

/** What was said without an answer in between: a question may be cut in two. */
function wordsUntil(placed: readonly PlacedEntry[], last: number): string {
  const words: string[] = [];
  for (let at = last; at >= 0; at -= 1) {
    const entry = placed[at]?.entry;
    if (entry?.kind === 'agent') break;
    if (entry?.kind === 'said') words.unshift(entry.text);
  }
  return words.join(' ');
}

/** Whether the text says that an AI speaks, in any language of the agent. */
export function statesAi(text: string, languages: Languages): boolean {
  return tagsOf(languages).some((tag) => disclosesAi(text, tag));
}

function tagsOf({ language, languages = [] }: Languages): string[] {
  return [...new Set([language, ...languages.map((one) => one.language)])];
}
