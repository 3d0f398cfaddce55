import type { KnowledgeEntry } from '../../../ports/knowledge.ts';
import type { CallBrief, ConversationEntry } from '../../../ports/language-model.ts';
import { stems } from './facts.ts';
import { isLookUp } from './tool-calls.ts';

/** What the scripted agent can answer from: entries with their numbers, or what it has looked up so far. */
export type KnownEntries =
  | { readonly kind: 'in prompt'; readonly entries: readonly Entry[] }
  | { readonly kind: 'look up'; readonly found: ReadonlyMap<string, readonly Entry[]> };

type Entry = Pick<KnowledgeEntry, 'title' | 'text'>;

export type KnownAnswer =
  /** `number`: of the entry, where it stands in the prompt. */
  | { readonly kind: 'answer'; readonly text: string; readonly number: number | null }
  | { readonly kind: 'look up'; readonly question: string }
  | { readonly kind: 'unknown' };

export function knownEntries(
  { knowledge }: CallBrief,
  history: readonly ConversationEntry[],
): KnownEntries | null {
  if (!knowledge) return null;
  if (knowledge.inPrompt) return { kind: 'in prompt', entries: knowledge.entries };
  return { kind: 'look up', found: lookedUpIn(history) };
}

/** An answer, only where it is certain which entry the question is about. */
export function knownAnswer(known: KnownEntries, text: string): KnownAnswer {
  const question = questionIn(text);
  if (known.kind === 'in prompt') return answerFrom(known.entries, question, true);
  const found = known.found.get(question);
  return found ? answerFrom(found, question, false) : { kind: 'look up', question };
}

const longestQuestion = 400;

export function questionIn(text: string): string {
  return text.trim().slice(0, longestQuestion).toWellFormed();
}

function answerFrom(entries: readonly Entry[], question: string, numbered: boolean): KnownAnswer {
  const index = certainEntry(entries, question);
  const entry = entries[index];
  if (!entry) return { kind: 'unknown' };
  return { kind: 'answer', text: shortened(entry.text), number: numbered ? index + 1 : null };
}

/** The one entry whose title the question has every word of; -1 where there is none, or more than one equally good. */
function certainEntry(entries: readonly Entry[], question: string): number {
  const asked = stems(question);
  const sizes = entries.map(({ title }) => {
    const words = [...stems(title)];
    return words.length > 0 && words.every((word) => asked.has(word)) ? words.length : 0;
  });
  const most = Math.max(0, ...sizes);
  const best = sizes.flatMap((size, index) => (size === most ? [index] : []));
  return most > 0 && best.length === 1 ? (best[0] ?? -1) : -1;
}

const longestSpoken = 320;

/** The first sentences: nobody listens to a page. */
function shortened(text: string): string {
  const sentences = text.replace(/\s+/g, ' ').match(/[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]+)*[.!?]*/g) ?? [];
  let spoken = '';
  for (const sentence of sentences) {
    if (spoken !== '' && spoken.length + sentence.length > longestSpoken) break;
    spoken += sentence;
  }
  const said = spoken
    .trim()
    .slice(0, longestSpoken * 2)
    .toWellFormed();
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

function lookedUpIn(history: readonly ConversationEntry[]): Map<string, readonly Entry[]> {
  const found = new Map<string, readonly Entry[]>();
  for (const entry of history) {
    if (entry.kind !== 'tool' || !isLookUp(entry.call) || entry.result.status === 'running') continue;
    found.set(String(entry.call.input.question), entriesIn(entry.result.detail));
  }
  return found;
}

/** A tool that failed or found nothing answers in words. */
function entriesIn(detail: string): readonly Entry[] {
  try {
    const { entries } = JSON.parse(detail) as { entries?: Entry[] };
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}
