import { type AgentConfig, disclosesAi, openingTemplate } from '@parley/contract';

/** What can be put into a text that is stored: null where it is not known, such as the day of a call. */
interface KnownValues {
  readonly Agent: string;
  readonly Organization: string | null;
}

const placeholder = /<(Agent|Organization|Today|Phone Number)>/g;

/**
 * The greeting as a server of the release before says it: whole to callers, and without its questions on outbound calls.
 * So its statements have to say that an AI speaks, and it has to have a question: otherwise that server adds an English one.
 */
export function greetingOf({ opening, speech }: AgentConfig, values: KnownValues): string {
  const inbound = filled(opening.inbound, values);
  const greeting = openingTemplate({ inbound, outbound: '' }, 'inbound', speech.language);
  if (disclosesAi(statementsIn(greeting), speech.language)) return filled(greeting, values);
  const questions = sentencesOf(greeting).filter(isQuestion);
  const statements = openingTemplate({ inbound, outbound: '' }, 'outbound', speech.language);
  return filled([statements, ...questions].join(' '), values);
}

/** Of what is written for the model: a value that is not known is named in words. */
export function withoutPlaceholders(text: string, { Agent, Organization }: KnownValues): string {
  const words: Readonly<Record<string, string>> = {
    Agent,
    Organization: Organization ?? 'the organization',
    Today: 'today',
    'Phone Number': 'our number',
  };
  return text.replace(placeholder, (marker, name: string) => words[name] ?? marker);
}

/** Of what is said: a sentence with a value that is not known is left out. */
function filled(text: string, values: KnownValues): string {
  const known: Readonly<Record<string, string | null>> = { ...values };
  return sentencesOf(text)
    .filter((sentence) => [...sentence.matchAll(placeholder)].every(([, name = '']) => known[name]))
    .map((sentence) => sentence.replace(placeholder, (marker, name: string) => known[name] ?? marker))
    .join(' ');
}

function statementsIn(text: string): string {
  return sentencesOf(text)
    .filter((sentence) => !isQuestion(sentence))
    .join(' ');
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?');
}

function sentencesOf(text: string): string[] {
  return text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
}
