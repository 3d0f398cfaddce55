/** The languages that everything the session says itself exists in. */
export const spokenLanguages = ['en', 'es', 'de', 'fr'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** Regional variants that an agent is offered, each with its name on screens. */
export const agentLanguages: Readonly<Record<string, string>> = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'en-AU': 'English (Australia)',
  'es-ES': 'Spanish (Spain)',
  'es-US': 'Spanish (United States)',
  'es-MX': 'Spanish (Mexico)',
  'de-DE': 'German (Germany)',
  'de-AT': 'German (Austria)',
  'de-CH': 'German (Switzerland)',
  'fr-FR': 'French (France)',
  'fr-CA': 'French (Canada)',
};

/** The language in which the session's own sentences are said for this tag; null where they fall back to English. */
export function knownLanguage(tag: string): SpokenLanguage | null {
  const primary = tag.trim().split(/[-_]/)[0]?.toLowerCase();
  return spokenLanguages.find((language) => language === primary) ?? null;
}

export function spokenLanguage(tag: string): SpokenLanguage {
  return knownLanguage(tag) ?? 'en';
}

/** The language of a tag in English words; the tag itself where it is none. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** A language as screens and the history of versions name it; no two tags have the same name. */
export function languageLabel(tag: string): string {
  const listed = Object.hasOwn(agentLanguages, tag) ? agentLanguages[tag] : undefined;
  const name = languageName(tag);
  return listed ?? (name === tag ? tag : `${name} (${tag})`);
}
