import type { OutcomeField, OutcomeValue } from '@parley/contract';
import { polarityOf } from '../answer-polarity.ts';
import { sentencesIn } from '../sentences.ts';
import { resolveDay, resolveTime } from '../spoken-dates.ts';
import { resolveNumber } from '../spoken-numbers.ts';
import { choicesIn } from './choices.ts';
import { findQuotation, plainSpeech } from './quotation.ts';

/** When and where a sentence was said, for the days that it names. */
export interface SaidAt {
  readonly at: number;
  readonly zone: string;
}

/** Asks whether what was just said is so, without saying it again. */
export const asksForConsent =
  /^(?:(?:and|so),? )?(?:is (?:that|this|it|everything) (?:right|correct|ok|okay|fine|all right|alright)|(?:does|will) that (?:work|suit)(?: (?:for )?you)?|right|correct|ok|okay|stimmt das|passt das(?: so)?|ist das (?:richtig|so richtig)|es correcto|correcto|verdad|c'est (?:bien )?(?:ça|cela|correct|exact)|d'accord) ?\?$/i;

/** Whether the agent's words hold the value. */
export function repeats(
  words: string,
  { type, choices }: OutcomeField,
  value: OutcomeValue,
  said: SaidAt,
): boolean {
  switch (type) {
    case 'date':
      return resolveDay(words, said.at, said.zone, { approximate: true }) === value;
    case 'time':
      return resolveTime(words, { approximate: true }) === value;
    case 'number':
      return resolveNumber(words, { approximate: true }) === value;
    case 'choice':
      return choicesIn(words, choices).includes(String(value));
    case 'text':
      return findQuotation(plainSpeech(words), String(value)) !== null;
    case 'yes_no':
      return false;
  }
}

/** A no to what the agent has repeated: the value was understood wrongly, or is no longer so. */
export function refusesRecap(
  answer: string,
  asked: string,
  field: OutcomeField,
  value: OutcomeValue,
  said: SaidAt,
): boolean {
  const first = sentencesIn(plainSpeech(answer))[0] ?? '';
  if (polarityOf(first) !== 'no') return false;
  const sentences = sentencesIn(plainSpeech(asked));
  const question = sentences.findLast((sentence) => sentence.endsWith('?'));
  if (question === undefined) return repeats(sentences.join(' '), field, value, said);
  if (!asksForConsent.test(question)) return repeats(question, field, value, said);
  // A text that the agent has not repeated was not asked about.
  return field.type !== 'text' || repeats(sentences.join(' '), field, value, said);
}
