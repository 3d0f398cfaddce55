import type { Knowledge } from '../../ports/knowledge.ts';

/** The share of trigrams that two words must have in common for one to count as the other, mistyped or misheard. */
const similarEnough = 0.4;
/** Shorter words are too easily taken for others. */
const shortest = 4;
const longestWord = 40;

/** The words of an agent's knowledge, to correct those of a question that are not among them. */
export class Vocabulary {
  readonly #words = new Map<string, ReadonlySet<string>>();
  readonly #byTrigram = new Map<string, string[]>();

  add(text: string): void {
    for (const word of wordsIn(text)) this.#add(word);
  }

  /** The question with each unknown word replaced by the most similar known one, where one is similar enough. */
  corrected(question: string): string {
    return question.replace(/\p{L}+/gu, (word) => this.#correctionOf(word.toLowerCase()) ?? word);
  }

  #add(word: string): void {
    if (word.length < shortest || word.length > longestWord || this.#words.has(word)) return;
    const trigrams = trigramsOf(word);
    this.#words.set(word, trigrams);
    for (const trigram of trigrams) {
      const words = this.#byTrigram.get(trigram);
      if (words) words.push(word);
      else this.#byTrigram.set(trigram, [word]);
    }
  }

  #correctionOf(word: string): string | null {
    if (word.length < shortest || word.length > longestWord || this.#words.has(word)) return null;
    const wanted = trigramsOf(word);
    const shared = new Map<string, number>();
    for (const trigram of wanted)
      for (const known of this.#byTrigram.get(trigram) ?? []) shared.set(known, (shared.get(known) ?? 0) + 1);
    let best: { word: string; similarity: number } | null = null;
    for (const [known, count] of shared) {
      const all = wanted.size + (this.#words.get(known)?.size ?? 0) - count;
      const similarity = count / all;
      if (similarity >= similarEnough && similarity > (best?.similarity ?? 0))
        best = { word: known, similarity };
    }
    return best?.word ?? null;
  }
}

/** Those of the agents that were asked last, by the digest of their knowledge. */
const vocabularies = new Map<string, Promise<Vocabulary>>();
const mostKept = 16;

/** Building one takes some milliseconds, so calls of the same agent share it. */
export function vocabularyOf(knowledge: Knowledge): Promise<Vocabulary> {
  const { digest } = knowledge;
  const vocabulary = vocabularies.get(digest) ?? build(knowledge);
  vocabularies.delete(digest);
  vocabularies.set(digest, vocabulary);
  const [oldest] = vocabularies.keys();
  if (vocabularies.size > mostKept && oldest !== undefined) vocabularies.delete(oldest);
  return vocabulary;
}

/** About a millisecond of work; in between the process forwards audio of other calls. */
const charactersAtOnce = 10_000;

async function build({ entries }: Knowledge): Promise<Vocabulary> {
  const vocabulary = new Vocabulary();
  let added = 0;
  for (const { title, text } of entries) {
    vocabulary.add(title);
    vocabulary.add(text);
    added += title.length + text.length;
    if (added < charactersAtOnce) continue;
    added = 0;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return vocabulary;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

function trigramsOf(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  const trigrams = new Set<string>();
  for (let start = 0; start + 3 <= padded.length; start += 1) trigrams.add(padded.slice(start, start + 3));
  return trigrams;
}
