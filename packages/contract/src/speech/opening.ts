import type { AgentConfig } from '../agent-config/agent-config.ts';
import type { CallDirection } from '../calls.ts';
import { disclosesAi, disclosureStatement } from './disclosure.ts';
import { type SpokenLanguage, spokenLanguage } from './languages.ts';
import { fillSpoken, type SpokenContext } from './placeholder-values.ts';

/** Said by an agent without an opening of its own. */
const defaults: Readonly<
  Record<SpokenLanguage, { readonly introduction: string; readonly question: string }>
> = {
  en: { introduction: 'Hello, this is the AI assistant of <Agent>.', question: 'How can I help you?' },
  es: {
    introduction: 'Hola, le habla el asistente de inteligencia artificial de <Agent>.',
    question: '¿En qué puedo ayudarle?',
  },
  de: {
    introduction: 'Guten Tag, hier ist der KI-Assistent von <Agent>.',
    question: 'Wie kann ich Ihnen helfen?',
  },
  fr: {
    introduction: 'Bonjour, ici <Agent>. Vous parlez à une intelligence artificielle.',
    question: 'Comment puis-je vous aider ?',
  },
};

/**
 * The first sentences, with their placeholders. A caller is greeted and asked what they need. On an outbound call it is
 * not known yet who has answered: without an opening for it, the greeting is said without its questions.
 */
export function openingTemplate(
  { inbound, outbound }: Pick<AgentConfig['opening'], 'inbound' | 'outbound'>,
  direction: CallDirection,
  tag: string,
): string {
  const { introduction, question } = defaults[spokenLanguage(tag)];
  const own = spokenSentences(outbound);
  if (direction === 'outbound' && own.length > 0) return disclosed(own, tag).join(' ');
  const greeting = spokenSentences(inbound);
  const statements = greeting.filter((sentence) => !isQuestion(sentence));
  if (direction === 'outbound')
    return statements.length > 0 ? disclosed(statements, tag).join(' ') : introduction;
  if (statements.length === 0) return `${introduction} ${question}`;
  return disclosed(greeting.length > statements.length ? greeting : [...statements, question], tag).join(' ');
}

/** The first sentences as they are said. A name that fills a placeholder could deny what the text says: "I am not an AI". */
export function spokenOpening(
  opening: Pick<AgentConfig['opening'], 'inbound' | 'outbound'>,
  direction: CallDirection,
  context: SpokenContext,
): string {
  const { language } = context;
  const text = fillSpoken(openingTemplate(opening, direction, language), context);
  return disclosesAi(text, language) ? text : disclosed(spokenSentences(text), language).join(' ');
}

/** The statement comes before the first question, so that nobody answers before it was said. */
function disclosed(sentences: readonly string[], tag: string): readonly string[] {
  if (disclosesAi(sentences.join(' '), tag)) return sentences;
  const at = sentences.findIndex(isQuestion);
  if (at === 0) return [disclosureStatement(tag), ...sentences];
  const before = at < 0 ? sentences.length : at;
  return [...sentences.slice(0, before), disclosureStatement(tag), ...sentences.slice(before)];
}

function isQuestion(sentence: string): boolean {
  return sentence.endsWith('?');
}

export function spokenSentences(text: string): string[] {
  const sentences = text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
