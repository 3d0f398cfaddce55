import { type AgentConfig, type SpokenLanguage, spokenLanguage } from '@parley/contract';

/** How a letter is named on the phone. */
const spelling: Readonly<Record<SpokenLanguage, string>> = {
  en: 'D as in David',
  es: 'B de Barcelona',
  de: 'A wie Anton',
  fr: 'B comme Bernard',
};

/** What the switches of an agent tell the model, one line each, for those that are on. */
export function conductLines(
  conduct: AgentConfig['identity']['conduct'] | undefined,
  language: string,
): string[] {
  if (!conduct) return [];
  const { repeatDetails, spellNames, stayOnSubject, showSympathy, beBrief } = conduct;
  return [
    ...(repeatDetails
      ? ['Repeat names, dates, times, numbers and addresses back once before you go on, and wait for a yes.']
      : []),
    ...(spellNames
      ? [
          `Where a name or a code has to be exact, spell it with words for its letters, "${spelling[spokenLanguage(language)]}", and ask for the same.`,
        ]
      : []),
    ...(stayOnSubject
      ? [
          'Stay with what the call is about. Decline anything else in one friendly sentence and come back to it.',
        ]
      : []),
    ...(showSympathy
      ? [
          'When somebody is worried, upset or in pain, say in a few honest words that you understand, then go on.',
        ]
      : []),
    ...(beBrief ? ['Be as brief as politeness allows: one sentence wherever one is enough.'] : []),
  ];
}
