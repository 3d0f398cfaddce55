import type { KnowledgeEntry, UnansweredQuestion } from '@parley/contract';

export interface OpenQuestion extends UnansweredQuestion {
  /** The id of the entry that answers it, or will. */
  entryId: string;
  /** There is such an entry, and the question was asked again after it was published. */
  isAskedAgain: boolean;
}

interface Answers {
  entries: readonly KnowledgeEntry[];
  /** The version that calls run with. */
  published: { publishedAt: string; config: { knowledge: { entries: readonly KnowledgeEntry[] } } } | null;
}

/**
 * The questions that nothing answers yet. One with an entry of its own is left out while the entry is there, so that it
 * comes back when the entry is removed; it also comes back when calls that knew the entry asked it again.
 */
export function openQuestions(
  questions: readonly UnansweredQuestion[],
  { entries, published }: Answers,
): OpenQuestion[] {
  const has = (list: readonly KnowledgeEntry[], id: string) => list.some((entry) => entry.id === id);
  return questions
    .map((question) => {
      const entryId = answerEntryId(question.question);
      const isAskedAgain =
        published !== null &&
        has(published.config.knowledge.entries, entryId) &&
        Date.parse(question.lastAskedAt) > Date.parse(published.publishedAt);
      return { ...question, entryId, isAskedAgain };
    })
    .filter(({ entryId, isAskedAgain }) => isAskedAgain || !has(entries, entryId));
}

/** The same whenever the question is asked in these words (FNV-1a, 32 bits). */
function answerEntryId(question: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(question.toLowerCase()))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return `answer-${hash.toString(16).padStart(8, '0')}`;
}
