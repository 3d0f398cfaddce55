import type { AgentPlaceholder } from '../agent-config/agent-placeholders.ts';
import { fillPlaceholders } from '../placeholders.ts';
import { dateInWords, dayIn } from '../spoken-values/dates.ts';
import { phoneNumberInWords } from '../spoken-values/phone-numbers.ts';
import { spokenLanguage } from './languages.ts';

/** What the placeholders of an agent's texts are filled from. */
export interface SpokenContext {
  readonly agentName: string;
  readonly organizationName: string;
  /** Milliseconds since the epoch, and the zone in which it is today. */
  readonly at: number;
  readonly timeZone: string;
  /** The number of the call that is ours; null where it has none. */
  readonly ownNumber: string | null;
  readonly language: string;
}

/** Every placeholder of an agent has a value. */
export function placeholderValues(context: SpokenContext): Readonly<Record<AgentPlaceholder, string>> {
  const { agentName, organizationName, at, timeZone, ownNumber, language } = context;
  return {
    Agent: agentName,
    Organization: organizationName.trim() === '' ? agentName : organizationName,
    Today: dateInWords(dayIn(at, timeZone), language),
    'Phone Number': ownNumber === null ? noNumber(language) : phoneNumberInWords(ownNumber, language),
  };
}

/** A text of an agent as the model is told it on this call. */
export function fillForModel(text: string, context: SpokenContext): string {
  return text.includes('<') ? fillPlaceholders(text, placeholderValues(context)) : text;
}

/** A text of an agent as it is said on this call, never with brackets. */
export function fillSpoken(text: string, context: SpokenContext): string {
  return withoutMarkup(fillForModel(text, context));
}

/** Some voices take what stands in angle brackets for instructions, such as to be silent. */
export function withoutMarkup(text: string): string {
  return text.replace(/[<>]/g, '');
}

function noNumber(tag: string): string {
  return { en: 'our number', es: 'nuestro número', de: 'unsere Nummer', fr: 'notre numéro' }[
    spokenLanguage(tag)
  ];
}
