import { type SpokenLanguage, spokenLanguage } from './languages.ts';

const notices: Readonly<Record<SpokenLanguage, string>> = {
  en: 'This call is being recorded.',
  es: 'Esta llamada se está grabando.',
  de: 'Dieses Gespräch wird aufgezeichnet.',
  fr: 'Cet appel est enregistré.',
};

/** The first sentence of a call that is recorded, in the language of the tag or in English. */
export function recordingNotice(tag: string): string {
  return notices[spokenLanguage(tag)];
}
