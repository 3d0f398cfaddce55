import type { Summarizer, SummaryMaterial } from '../../ports/voice-summary.ts';
import { isIdentity, outcomeOf } from './outcome.ts';
import { plain, quote } from './plain.ts';
import { exchangesIn, sentencesIn, somebodySpoke } from './spoken.ts';

/** Without a model: picks out what was asked, answered and promised, word for word. It cannot invent anything. */
export const extractiveSummarizer: Summarizer = {
  name: 'extractive',
  async summarize(material) {
    return somebodySpoke(material) ? summaryOf(material) : null;
  },
};

const mostExchanges = 8;

function summaryOf(material: SummaryMaterial): string {
  const exchanges = exchangesIn(material.transcript).filter((one) => !isIdentity(one));
  const promises = promisesIn(material);
  const facts = exchanges
    .slice(-mostExchanges)
    .map(({ question, answer }) => `- *${plain(question)}* ${quote(answer)}`);
  return [
    `**${outcomeOf(material)}**`,
    facts.length > 0 ? `### What was said\n${facts.join('\n')}` : said(material),
    `### What to do next\n${nextSteps(material, promises)}`,
  ].join('\n\n');
}

function said({ transcript }: SummaryMaterial): string {
  const words = transcript.filter(({ speaker }) => speaker === 'user').slice(0, 5);
  const lines = words.map(({ message }) => `- ${quote(message)}`);
  return `### What was said\n${lines.length > 0 ? lines.join('\n') : '- Nothing in words.'}`;
}

const promise =
  /\b(?:will|going to)\b.*\b(?:desk|call|confirm|pass|try again|get back|back to you|ring)\b|\bdesk will\b/i;

function promisesIn({ transcript }: SummaryMaterial): string[] {
  const sentences = transcript
    .filter(({ speaker }) => speaker === 'agent')
    .flatMap(({ message }) => sentencesIn(message))
    .filter((sentence) => promise.test(sentence) && !sentence.endsWith('?'));
  return [...new Set(sentences)].slice(0, 4);
}

function nextSteps({ reason }: SummaryMaterial, promises: readonly string[]): string {
  const lines = promises.map((sentence) => `- Promised: ${quote(sentence)}`);
  if (reason === 'do_not_call') lines.unshift('- Do not call this number again.');
  return lines.length > 0 ? lines.join('\n') : '- Nothing was promised.';
}
