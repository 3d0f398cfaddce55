import type { SpokenEntry, Summarizer, SummaryMaterial } from '../../ports/voice-summary.ts';
import { exchangesIn, otherPartyResponded, sentencesIn } from './exchanges.ts';
import { isIdentity, outcomeOf } from './outcome.ts';
import { escapeMarkdown, quote } from './quote.ts';

/** Without a model: quotes what was asked, answered and promised. It cannot invent anything. */
export const extractiveSummarizer: Summarizer = {
  name: 'extractive',
  async summarize(material) {
    return otherPartyResponded(material) ? summaryOf(material) : null;
  },
};

const mostExchanges = 8;

function summaryOf(material: SummaryMaterial): string {
  const exchanges = exchangesIn(material.transcript).filter((one) => !isIdentity(one));
  const promises = promisesIn(material);
  const facts = exchanges
    .slice(-mostExchanges)
    .map(({ question, answer }) => `- *${escapeMarkdown(question)}* ${quote(answer)}`);
  // A caller says what they want before anything is asked.
  const opening = material.direction === 'inbound' ? firstWords(material) : undefined;
  if (facts.length > 0 && opening !== undefined) facts.unshift(`- ${quote(opening)}`);
  return [
    `**${outcomeOf(material)}**`,
    facts.length > 0 ? `### What was said\n${facts.join('\n')}` : said(material),
    `### What to do next\n${nextSteps(material, promises)}`,
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

const promise =
  /\b(?:will|going to)\b.*\b(?:desk|call|confirm|pass|try again|get back|back to you|ring)\b|\bdesk will\b/i;

function promisesIn({ transcript }: SummaryMaterial): string[] {
  const lines = transcript.flatMap(({ speaker, message }, at) => {
    const made =
      speaker === 'agent'
        ? sentencesIn(message).filter((sentence) => promise.test(sentence) && !sentence.endsWith('?'))
        : [];
    return made.map((sentence) => promised(sentence, transcript[at - 1]));
  });
  return [...new Set(lines)].slice(0, mostPromises);
}

const mostPromises = 5;

/** "I will pass that on" does not say what: the other party's own words are quoted instead. */
function promised(sentence: string, before: SpokenEntry | undefined): string {
  const what = /\bpass (that|your question) on\b/i.exec(sentence)?.[1];
  if (what === undefined || before?.speaker !== 'user') return `- Promised: ${quote(sentence)}`;
  if (/^that$/i.test(what)) return `- Passed on: ${quote(before.message)}`;
  const question = sentencesIn(before.message).findLast((one) => one.endsWith('?')) ?? before.message;
  return `- To be answered: ${quote(question)}`;
}

function nextSteps({ reason }: SummaryMaterial, promises: readonly string[]): string {
  const lines = [...promises];
  if (reason === 'do_not_call') lines.unshift('- Do not call this number again.');
  return lines.length > 0 ? lines.join('\n') : '- Nothing was promised.';
}
