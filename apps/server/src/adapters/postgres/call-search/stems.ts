import { knownLanguage, type SpokenLanguage, spokenLanguages } from '@parley/contract';
import type { Database } from '../database.ts';

/** PostgreSQL's dictionaries. Of other languages words are found as they are written. */
export const dictionaries: Readonly<Record<SpokenLanguage, string>> = {
  en: 'english_stem',
  es: 'spanish_stem',
  de: 'german_stem',
  fr: 'french_stem',
};

export function dictionaryOf(language: string | null): string | null {
  const known = language === null ? null : knownLanguage(language);
  return known === null ? null : dictionaries[known];
}

/** A word has one stem in a language, or none where it is too frequent to count. */
const statement = `
  select dictionary, word, (ts_lexize(('pg_catalog.' || dictionary)::regdictionary, word))[1]
  from unnest(
    array(select jsonb_array_elements_text($1::jsonb)), array(select jsonb_array_elements_text($2::jsonb))
  ) as asked (dictionary, word)`;

const all = spokenLanguages.map((language) => dictionaries[language]);

/** The stems of words as the database has them, so that both sides agree. The vocabulary of calls is small: kept in memory. */
export class Stems {
  readonly #database: Pick<Database, 'readForTenant'>;
  /** Two halves: what a search has just learned is not forgotten before it is used. */
  #known = new Map<string, string | null>();
  #before: ReadonlyMap<string, string | null> = new Map();

  readonly #rememberedMax: number;

  constructor(database: Pick<Database, 'readForTenant'>, rememberedMax = 100_000) {
    this.#database = database;
    this.#rememberedMax = rememberedMax;
  }

  of(dictionary: string, word: string): string | null {
    const key = keyOf(dictionary, word);
    return this.#known.get(key) ?? this.#before.get(key) ?? null;
  }

  inEveryLanguage(word: string): string[] {
    const stems = all.flatMap((dictionary) => this.of(dictionary, word) ?? []);
    return [...new Set(stems)];
  }

  /** Makes the stems of words known. Null: in every language. */
  async learn(tenantId: string, dictionary: string | null, words: Iterable<string>): Promise<void> {
    const missing: [string, string][] = [];
    for (const word of words) {
      for (const each of dictionary === null ? all : [dictionary]) {
        const key = keyOf(each, word);
        if (this.#known.has(key)) continue;
        const before = this.#before.get(key);
        // Moved on: the older half may be forgotten before this search is over.
        if (before !== undefined) this.#known.set(key, before);
        else missing.push([each, word]);
      }
    }
    if (missing.length === 0) return;
    if (this.#known.size > this.#rememberedMax) {
      this.#before = this.#known;
      this.#known = new Map();
    }
    const values = [0, 1].map((n) => JSON.stringify(missing.map((pair) => pair[n])));
    const [rows] = await this.#database.readForTenant(tenantId, [{ text: statement, values }]);
    for (const [of, word, stem] of rows as [string, string, string | null][]) {
      this.#known.set(keyOf(of, word), stem);
    }
  }
}

const keyOf = (dictionary: string, word: string) => `${dictionary} ${word}`;
