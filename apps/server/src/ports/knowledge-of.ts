import { createHash } from 'node:crypto';
import { isKnowledgeInPrompt } from '@parley/contract';
import type { Knowledge, KnowledgeEntry, SearchLanguage } from './knowledge.ts';

const searchLanguages: Readonly<Record<string, SearchLanguage>> = {
  en: 'english',
  es: 'spanish',
  de: 'german',
  fr: 'french',
};

export function searchLanguageOf(tag: string): SearchLanguage {
  return searchLanguages[tag.toLowerCase().split(/[-_]/)[0] ?? ''] ?? 'simple';
}

/** What an agent knows, from the entries and the language of its configuration; null where it has no entries. */
export function knowledgeOf(configured: readonly KnowledgeEntry[], language: string): Knowledge | null {
  // A draft that is tried may have entries that somebody has only begun to write.
  const entries = configured.filter(({ title, text }) => `${title}${text}`.trim() !== '');
  if (entries.length === 0) return null;
  const searched = searchLanguageOf(language);
  return {
    entries,
    inPrompt: isKnowledgeInPrompt(entries),
    language: searched,
    digest: createHash('sha256')
      .update(JSON.stringify([searched, entries.map(({ id, title, text }) => [id, title, text])]))
      .digest('base64url'),
  };
}
