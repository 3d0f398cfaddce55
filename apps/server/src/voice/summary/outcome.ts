import { callReasons } from '@parley/contract';
import { polarityOf } from '../../lib/answer-polarity.ts';
import { sentencesIn } from '../../lib/sentences.ts';
import type { SpokenEntry, SummaryMaterial } from '../../ports/voice-summary.ts';
import { type Exchange, exchangesIn } from './exchanges.ts';
import { escapeMarkdown, quote } from './quote.ts';

/** The outcome of the call in one sentence: the answer to its main question, quoted. */
export function outcomeOf(material: SummaryMaterial): string {
  const { reason, direction } = material;
  if (reason !== null && reason !== 'max_length') return callReasons[reason];
  return direction === 'inbound' ? requestIn(material) : answerIn(material);
}

/** The same as plain text. */
export function plainOutcomeOf(material: SummaryMaterial): string {
  return outcomeOf(material).replace(/\\([\\`*_{}[\]<>()#+!|~])/g, '$1');
}

/** Questions about who is speaking are no result. */
export function isIdentity({ question }: Exchange): boolean {
  return /^(?:am i speaking with|could i speak with|hello, are you|how can i help|is that right)/i.test(
    question,
  );
}

const isAnotherTime = ({ question }: Exchange) =>
  /\b(?:better time to call|(?:could|can) we reach|(?:shall|should|may|can|could) (?:i|we) call (?:you )?(?:back|again))\b/i.test(
    question,
  );
const isPoliteness = ({ question }: Exchange) =>
  /^(?:is (?:that|this) (?:all right|alright|okay|ok|fine)\?|is there anything else|(?:do|did) you (?:have any|understand)|is (?:this|it|now) a good (?:time|moment)|do you have a (?:moment|minute))/i.test(
    question,
  );
const asksWhen = ({ question }: Exchange) =>
  /\b(?:what|which|better|another|different) (?:day|time|date)\b|^when\b/i.test(question);

function answerIn(material: SummaryMaterial): string {
  const exchanges = exchangesIn(material.transcript).filter((one) => !isIdentity(one));
  const later = exchanges.findLast(isAnotherTime);
  if (later) return `When to call again: ${quote(later.answer)}`;
  const first = exchanges.find((one) => !isPoliteness(one));
  if (first) {
    // Asked again later, the later answer counts.
    const matter = exchanges.findLast(({ question }) => question === first.question) ?? first;
    const followUps = exchanges.filter((one) => one.at > matter.at && asksWhen(one));
    const asked = exchanges.filter((one) => !isPoliteness(one) && !asksWhen(one));
    if (
      asked.length > 1 &&
      asked.every(({ question }) => !isAboutComing.test(question)) &&
      !isYesOrNo.test(first.question)
    )
      return `The other party answered ${asked.length} questions. ${escapeMarkdown(first.question)} ${quote(matter.answer)}`;
    return answerTo(matter, preferenceIn(material, matter, followUps));
  }
  const heard = exchanges.at(-1);
  if (heard) return `To the message the other party said: ${quote(heard.answer)}`;
  const closing = closingWords(material);
  return closing === ''
    ? 'The talk ended without a result.'
    : `The agent closed with: “${escapeMarkdown(closing)}”`;
}

const isYesOrNo =
  /^(?:(?:and|so|then),? )?(?:do|does|did|will|would|can|could|is|are|have|has|shall|should|may)\b/i;
const isAboutComing = /\b(?:suit|come|coming|make it|be there|able to|attend|work for you|keep)\b/i;

function answerTo({ question, answer }: Exchange, preference: string | null): string {
  const polarity = isYesOrNo.test(question) ? polarityOf(answer) : 'open';
  // A bare yes or no says nothing without what was asked.
  const bare = answer.trim().split(/\s+/).length <= 2;
  if (polarity === 'yes' && bare) return `The other party said yes to ${quote(question)}`;
  if (polarity === 'yes') return `The other party confirmed: ${quote(answer)}`;
  if (polarity === 'open') return `Asked ${quote(question)}, the other party said: ${quote(answer)}`;
  if (!isAboutComing.test(question) || /^would you like\b/i.test(question))
    return bare
      ? `The other party said no to ${quote(question)}`
      : `The other party said no: ${quote(answer)}`;
  return preference === null
    ? `The other party cannot make it: ${quote(answer)}`
    : `The other party cannot make it and prefers ${preference}`;
}

/** What they would like instead: as the agent noted it aloud in reply, or as they said it when they were asked. */
function preferenceIn(
  { transcript }: SummaryMaterial,
  matter: Exchange,
  followUps: readonly Exchange[],
): string | null {
  const noted = [matter, ...followUps].map(({ at }) => notedIn(transcript[at + 1])).findLast(Boolean);
  if (noted) return `${escapeMarkdown(noted)}.`;
  const told = followUps.at(-1);
  return told ? quote(told.answer) : null;
}

function notedIn(reply: SpokenEntry | undefined): string | null {
  if (reply?.speaker !== 'agent') return null;
  return /\bI have noted (?!that\b)([^.!?]+(?:\.\S[^.!?]*)*)/i.exec(reply.message)?.[1] ?? null;
}

/** What a caller wanted: as it was read back and confirmed, or else their first sentence. */
function requestIn({ transcript }: SummaryMaterial): string {
  const at = transcript.findLastIndex(
    ({ speaker, message }) => speaker === 'agent' && readBack(message) !== null,
  );
  const request = readBack(transcript[at]?.message ?? '');
  const reply = transcript.slice(at + 1).find(({ speaker }) => speaker === 'user');
  if (request !== null && reply && polarityOf(reply.message) === 'yes') return `${escapeMarkdown(request)}.`;
  const said = transcript.filter(({ speaker }) => speaker === 'user').map(({ message }) => message);
  const wish = said.find((message) => message.split(/\s+/).length > 2) ?? said[0];
  return wish === undefined
    ? 'Somebody called and left no request.'
    : `The other party called and said: ${quote(wish)}`;
}

function readBack(message: string): string | null {
  const read = /\bSo (.+)\. Is that right\?/i.exec(message)?.[1];
  if (read === undefined) return null;
  if (/^that is /i.test(read)) return `The other party asked for ${read.slice('that is '.length)}`;
  return /^I have /i.test(read) ? `The other party left ${read.slice('I have '.length)}` : read;
}

/** The agent's last sentences without thanks and goodbye. */
function closingWords({ transcript }: SummaryMaterial): string {
  return sentencesIn(transcript.findLast(({ speaker }) => speaker === 'agent')?.message ?? '')
    .filter((sentence) => !isCourtesy.test(sentence) && !sentence.endsWith('?'))
    .join(' ');
}

const isCourtesy =
  /\b(?:goodbye|bye|nice day|for your time|for calling)\b|^(?:all right|good|thank you|thanks|i see|of course)[.,!]?(?: thank you[.!]?)?$/i;
