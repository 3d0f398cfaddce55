import * as z from 'zod/mini';

/** What an agent's knowledge is counted by; an entry of a configuration has these and an id. */
interface CountedEntry {
  readonly title: string;
  readonly text: string;
}

/** Up to so many tokens all entries stand in the prompt; with more, the agent looks them up. */
export const promptKnowledgeTokensMax = 4_000;

/**
 * One token for every four bytes of UTF-8. Tokenizers of different models differ by more than this is wrong: in English a
 * token has about four letters, in other languages fewer, and their letters have more bytes.
 */
export function knowledgeTokens(entries: readonly CountedEntry[]): number {
  const encoder = new TextEncoder();
  const bytes = entries.reduce(
    (sum, { title, text }) => sum + encoder.encode(`${title}\n${text}\n`).length,
    0,
  );
  return Math.ceil(bytes / 4);
}

/** Whether all entries stand in the prompt of every call. */
export function isKnowledgeInPrompt(entries: readonly CountedEntry[]): boolean {
  return knowledgeTokens(entries) <= promptKnowledgeTokensMax;
}

/** An entry as it was when a call used it. */
export const usedEntry = z.object({ id: z.string(), title: z.string() });

/** A question that an agent answered, or could not answer, from its knowledge. Without entries it found none. */
export const knowledgeQuestion = z.object({
  question: z.string(),
  entries: z.array(usedEntry),
  askedAt: z.iso.datetime(),
});
export type KnowledgeQuestion = z.infer<typeof knowledgeQuestion>;

/** A question for which the agent found no entry, once for all calls in which it was asked in the same words. */
export const unansweredQuestion = z.object({
  id: z.string(),
  question: z.string(),
  /** In how many calls. */
  calls: z.int(),
  lastAskedAt: z.iso.datetime(),
  /** The latest of these calls. */
  lastCallId: z.string(),
});
export type UnansweredQuestion = z.infer<typeof unansweredQuestion>;

export const unansweredQuestionsResponse = z.object({
  questions: z.array(unansweredQuestion),
  /** True where there are more than the ones here, the latest. */
  hasMore: z.boolean(),
});
