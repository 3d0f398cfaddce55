import { otherPartyResponded } from '../../lib/other-party.ts';
import type { Summarizer, SummaryMaterial } from '../../ports/voice-summary.ts';
import { exchangesIn } from './exchanges.ts';
import { isIdentity, outcomeOf } from './outcome.ts';
import { escapeMarkdown, quote } from './quote.ts';

/** Without a model: quotes what was asked and answered. It cannot invent anything. What is to be done are the follow-ups. */
export const extractiveSummarizer: Summarizer = {
  name: 'extractive',
  async summarize(material) {
    return otherPartyResponded(material) ? summaryOf(material) : null;
  },
};

const mostExchanges = 8;

function summaryOf(material: SummaryMaterial): string {
  const exchanges = exchangesIn(material.transcript).filter((one) => !isIdentity(one));
  const facts = exchanges
    .slice(-mostExchanges)
    .map(({ question, answer }) => `- *${escapeMarkdown(question)}* ${quote(answer)}`);
  // A caller says what they want before anything is asked.
  const opening = material.direction === 'inbound' ? firstWords(material) : undefined;
  if (facts.length > 0 && opening !== undefined) facts.unshift(`- ${quote(opening)}`);
  return [
    `**${outcomeOf(material)}**`,
    facts.length > 0 ? `### What was said\n${facts.join('\n')}` : said(material),
  ].join('\n\n');
}

function firstWords({ transcript }: SummaryMaterial): string | undefined {
  return transcript.find(({ speaker, message }) => speaker === 'user' && message.split(/\s+/).length > 2)
    ?.message;
}

function said({ transcript }: SummaryMaterial): string {
  const words = transcript.filter(({ speaker }) => speaker === 'user').slice(0, 5);
  const lines = words.map(({ message }) => `- ${quote(message)}`);
  return `### What was said\n${lines.length > 0 ? lines.join('\n') : '- Nothing in words.'}`;
}
