import { callReasons } from '@parley/contract';
import type { Summarizer, SummaryMaterial } from '../../ports/voice-summary.ts';
import { type Exchange, exchangesIn, sentencesIn, somebodySpoke } from './spoken.ts';

/** Without a model: picks out what was asked, answered and promised, word for word. It cannot invent anything. */
export const extractiveSummarizer: Summarizer = {
  name: 'extractive',
  async summarize(material) {
    return somebodySpoke(material) ? summaryOf(material) : null;
  },
};

const mostExchanges = 8;

function summaryOf(material: SummaryMaterial): string {
  const exchanges = exchangesIn(material.transcript).filter(({ question }) => !isIdentity(question));
  const promises = promisesIn(material);
  const facts = exchanges
    .slice(-mostExchanges)
    .map(({ question, answer }) => `- *${safe(question)}* “${safe(answer)}”`);
  return [
    `**${outcome(material, exchanges)}**`,
    facts.length > 0 ? `### What was said\n${facts.join('\n')}` : said(material),
    `### What to do next\n${nextSteps(material, promises)}`,
  ].join('\n\n');
}

/** Who it is that speaks is no result. */
function isIdentity(question: string): boolean {
  return /^(?:am i speaking with|could i speak with|hello, are you|how can i help|is that right)/i.test(
    question,
  );
}

function outcome({ reason, transcript, direction }: SummaryMaterial, exchanges: readonly Exchange[]): string {
  if (reason !== null && reason !== 'max_length') return callReasons[reason];
  const closing = closingWords(transcript.findLast(({ speaker }) => speaker === 'agent')?.message ?? '');
  const last = exchanges.at(-1);
  if (closing !== '') return `The agent closed with: “${safe(closing)}”`;
  if (last) return `To “${safe(last.question)}” the other party answered “${safe(last.answer)}”`;
  return direction === 'inbound'
    ? 'Somebody called and left no request.'
    : 'The talk ended without a result.';
}

/** The last words of the agent without thanks and goodbye. */
function closingWords(message: string): string {
  return sentencesIn(message)
    .filter(
      (sentence) =>
        !/\b(?:goodbye|bye|nice day|for your time|for calling)\b|^(?:all right|good|thank you|thanks|i see|of course)[.,!]?(?: thank you[.!]?)?$/i.test(
          sentence,
        ),
    )
    .filter((sentence) => !sentence.endsWith('?'))
    .join(' ');
}

function said({ transcript }: SummaryMaterial): string {
  const words = transcript.filter(({ speaker }) => speaker === 'user').slice(0, 5);
  const lines = words.map(({ message }) => `- “${safe(message)}”`);
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
  const lines = promises.map((sentence) => `- Promised: “${safe(sentence)}”`);
  if (reason === 'do_not_call') lines.unshift('- Do not call this number again.');
  return lines.length > 0 ? lines.join('\n') : '- Nothing was promised.';
}

/** Quoted speech stays plain text: what was said on the phone must not become a link, a heading or a picture. */
function safe(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > 280 ? `${line.slice(0, 279).toWellFormed().trimEnd()}…` : line;
  return cut.replace(/[\\`*_{}[\]<>()#+!|~]/g, (mark) => `\\${mark}`);
}
