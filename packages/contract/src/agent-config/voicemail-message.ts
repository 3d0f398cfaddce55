import { disclosesAi, disclosureOfMessage } from '../speech/disclosure.ts';
import type { ConfigProblemCode } from './config-problem.ts';
import { agentLimits } from './limits.ts';
import { healthTerms } from './voicemail-health-terms.ts';

/** What a voicemail message must not be, in the order in which it is told. */
export type VoicemailProblemCode = Extract<ConfigProblemCode, 'too_long' | 'voicemail_health_details'>;

export interface VoicemailProblem {
  readonly code: VoicemailProblemCode;
  readonly sentence: string;
  /** The words that the sentence is about, as they stand in the message. */
  readonly found: readonly string[];
}

/**
 * Checks a message that is left on answering machines. `names`: the names of the organization and the agent, which may
 * hold any word.
 */
export function checkVoicemailMessage(
  message: string,
  { language = 'en-US', names = [] }: { readonly language?: string; readonly names?: readonly string[] } = {},
): VoicemailProblem[] {
  const problems: VoicemailProblem[] = [];
  // Many mailboxes stop recording soon after half a minute.
  if ([...voicemailAsSpoken(message, language)].length > agentLimits.voicemailMax) {
    problems.push({
      code: 'too_long',
      sentence: `A voicemail message may have at most ${agentLimits.voicemailMax} characters as it is said, with its number twice and the sentence that an AI assistant speaks. Shorten it.`,
      found: [],
    });
  }
  const found = healthDetails(message, names);
  if (found.length > 0) {
    const quoted = found.map((words) => `"${words}"`).join(', ');
    problems.push({
      code: 'voicemail_health_details',
      sentence: `Anybody may play a voicemail, so it must not tell anything about health. Take out ${quoted}.`,
      found,
    });
  }
  return problems;
}

const healthPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${healthTerms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');

function healthDetails(message: string, names: readonly string[]): string[] {
  const rest = names
    .filter((name) => name.trim() !== '')
    .reduce(
      (text, name) => text.replaceAll(new RegExp(escaped(name.trim()), 'giu'), ' '),
      message.normalize('NFC'),
    );
  const found = [...rest.matchAll(healthPattern)].map(([words]) => words);
  return [...new Set(found)].slice(0, 5);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The placeholder, or digits with the signs that people write between them; seven to fifteen digits are a number. */
const numberPattern = /<Phone Number>|\+?\(?\d(?:[\s()./-]{0,2}\d){6,14}/gu;

interface SpokenNumber {
  readonly plus: string;
  /** What is said before the number is said again. */
  readonly again: (number: string) => string;
}

const english: SpokenNumber = { plus: 'plus', again: (number) => `Again, the number is ${number}.` };
const spokenNumbers: Readonly<Record<string, SpokenNumber>> = {
  en: english,
  es: { plus: 'más', again: (number) => `Repito, el número es ${number}.` },
  de: { plus: 'plus', again: (number) => `Noch einmal die Nummer: ${number}.` },
  fr: { plus: 'plus', again: (number) => `Je répète, le numéro est ${number}.` },
};

/**
 * The message as it is said, before its placeholders are filled. It says that an AI speaks, first of all where its text
 * does not: whoever plays it hears nothing else. A phone number is said digit by digit, and once more at the end, because
 * nobody has a pen ready the first time; one that is written twice is not added again.
 */
export function voicemailAsSpoken(message: string, language = 'en-US'): string {
  const words = spokenNumbers[language.split('-')[0]?.toLowerCase() ?? 'en'] ?? english;
  const numbers = (message.match(numberPattern) ?? []).filter((number) => !isDate(number));
  const [first] = numbers;
  const text = disclosed(message, language)
    .replace(numberPattern, (number) => (isDate(number) ? number : digitByDigit(number, words.plus)))
    .trim();
  if (first === undefined) return text;
  const times = numbers.filter((number) => digitsOf(number) === digitsOf(first)).length;
  if (times > 1) return text;
  return `${/[.!?…]$/u.test(text) ? text : `${text}.`} ${words.again(digitByDigit(first, words.plus))}`;
}

function disclosed(message: string, language: string): string {
  if (message.trim() === '' || disclosesAi(message, language)) return message;
  return `${disclosureOfMessage(language)} ${message.trim()}`;
}

/** Such as 24.12.2026 or 2026-12-24. */
function isDate(digits: string): boolean {
  return /^(?:\d{1,2}\D+\d{1,2}\D+\d{4}|\d{4}\D+\d{1,2}\D+\d{1,2})$/.test(digits);
}

function digitsOf(number: string): string {
  return number.replace(/\D/g, '');
}

/** Groups stay as they were written; a long one is said in threes. A placeholder is filled later, in words. */
function digitByDigit(number: string, plus: string): string {
  if (number.startsWith('<')) return number;
  const groups = (number.match(/\d+/g) ?? []).flatMap((group) =>
    group.length <= 4 ? [group] : (group.match(/\d{1,3}/g) ?? []),
  );
  const spoken = groups.map((group) => [...group].join(' ')).join(', ');
  return number.startsWith('+') ? `${plus} ${spoken}` : spoken;
}
