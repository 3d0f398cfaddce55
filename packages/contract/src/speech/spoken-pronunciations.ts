import type { AgentConfig } from '../agent-config/agent-config.ts';
import { voicemailAsSpoken } from '../agent-config/voicemail-message.ts';
import { disclosesAi, disclosureAnswer, disclosureStatement } from './disclosure.ts';
import { openingTemplate } from './opening.ts';
import { type Pronunciation, pronounced, pronunciationRules } from './pronunciations.ts';
import { screeningAnswer } from './screening-answer.ts';

type Spoken = Pick<AgentConfig, 'speech' | 'opening' | 'conversation'>;

/**
 * The pronunciations that are spoken: without those that would change the words which say that an AI speaks. None of these
 * can be published; versions from before that rule may have some.
 */
export function spokenPronunciations(config: Spoken): readonly Pronunciation[] {
  const kept: Pronunciation[] = [];
  // One after the other: two may hide together what neither hides alone.
  for (const one of config.speech.pronunciations)
    if (!hidesDisclosure(config, [...kept, one])) kept.push(one);
  return kept;
}

export function hidesDisclosure(config: Spoken, list: readonly Pronunciation[]): boolean {
  const rules = pronunciationRules(list);
  return disclosuresOf(config).some(({ tag, text }) => !disclosesAi(pronounced(text, rules), tag));
}

/** All sentences of this agent that are there to say that an AI speaks. */
function disclosuresOf({ speech, opening, conversation }: Spoken): { tag: string; text: string }[] {
  const tags = [speech.language, ...speech.otherLanguages.map(({ language }) => language)];
  const { voicemail, screening } = conversation;
  const own = [
    openingTemplate(opening, 'inbound', speech.language),
    openingTemplate(opening, 'outbound', speech.language),
    voicemailAsSpoken(voicemail.message, speech.language),
    screeningAnswer(screening, speech.language) ?? '',
  ].map((text) => ({ tag: speech.language, text }));
  const answers = tags.flatMap((tag) =>
    [disclosureStatement(tag), disclosureAnswer(tag)].map((text) => ({ tag, text })),
  );
  return [...own, ...answers].filter(({ tag, text }) => disclosesAi(text, tag));
}
