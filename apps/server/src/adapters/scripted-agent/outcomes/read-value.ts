import type { EntryProof, OutcomeField, OutcomeValue, ProvedValue } from '@parley/contract';
import { polarityOf as plainPolarityOf } from '../../../lib/answer-polarity.ts';
import { choicesIn } from '../../../lib/outcomes/choices.ts';
import { plainSpeech } from '../../../lib/outcomes/quotation.ts';
import { sentencesIn } from '../../../lib/sentences.ts';
import { resolveDay, resolveTime, speaksOfTime } from '../../../lib/spoken-dates.ts';
import { resolveNumber } from '../../../lib/spoken-numbers.ts';
import type { TranscriptEntry } from '../../../ports/transcript-store.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { wordCount } from '../understanding/normalize.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import type { Exchange } from './exchanges.ts';

/** Whoever says one of these has not answered the question. */
const noAnswer: readonly Intent[] = [
  ...(['voicemail', 'wrongNumber', 'injection', 'robot', 'whoIsThis', 'about', 'repeat', 'holdOn'] as const),
  ...(['callLater', 'busy', 'notInterested', 'person', 'absent', 'deceased', 'doNotCall'] as const),
];

/** A value with words of the transcript as its proof. */
export type SaidValue = ProvedValue & { readonly proof: EntryProof };

/** The value that an answer gives, with its quotation; null where there is the least doubt. */
export function readValue(
  field: OutcomeField,
  { question, asked, answers }: Exchange,
  answer: TranscriptEntry,
  zone: string,
): SaidValue | null {
  const message = plainSpeech(answer.message);
  const intents = intentsOf(message);
  if (noAnswer.some((intent) => intents.has(intent)) || takesBack.test(message)) return null;
  const about = { entry: asked.ordinal, quote: plainSpeech(question) };
  const proved = (value: OutcomeValue, quote: string): SaidValue => ({
    field: field.id,
    value,
    proof: { kind: 'entry', entry: answer.ordinal, quote, question: about },
  });
  if (field.type === 'yes_no') {
    const found = yesOrNo(message);
    return found && proved(found.value, found.quote);
  }
  if (field.type === 'text')
    return answers.length === 1 && isStatement(message) ? proved(message, message) : null;
  const read = readerOf(field, answer.spokenAt.getTime(), zone);
  const own = read(message);
  if (own !== null) {
    const sentence = answeringSentence(message, field);
    return sentence !== undefined && read(sentence) === own ? proved(own, sentence) : null;
  }
  // A plain yes takes over what the question says; whether it is plain enough is verified with the rest.
  const offered = yesOrNo(message)?.value === true ? read(question) : null;
  return offered === null ? null : proved(offered, message);
}

const yesOrNoWord =
  /^(?:yes|yeah|yep|no|nope|sure|of course)(?:,? (?:please|sorry|thanks|thank you))?[.!,]*$/i;
/** Not an answer to what was asked last, but a change of something said before. */
const takesBack = /^(?:actually|wait|sorry|on second thoughts?|i changed my mind)\b/i;
const filler =
  /^(?:well|um|uh|hm+|oh|let me (?:see|think|look)|funny|sorry|good question|okay|ok|hello|hi|thanks|thank you)\b/i;

/**
 * People answer first and remark afterwards: the first sentence counts, after a yes or a no, a filler, or a day that was
 * refused.
 */
function answeringSentence(message: string, { type }: OutcomeField): string | undefined {
  const isOfTime = type === 'date' || type === 'time';
  const isBeforeAnswer = (sentence: string) =>
    yesOrNoWord.test(sentence) ||
    filler.test(sentence) ||
    (isOfTime && speaksOfTime(sentence) && polarityOf(sentence) === 'no');
  const sentences = sentencesIn(message);
  return sentences.find((sentence, place) => place === sentences.length - 1 || !isBeforeAnswer(sentence));
}

/** Both readers of yes and no have to agree. */
function yesOrNo(message: string): { value: boolean; quote: string } | null {
  const polarity = polarityOf(message);
  const sentence = sentencesIn(message).find((one) => plainPolarityOf(one) !== 'open');
  if (sentence === undefined || plainPolarityOf(sentence) !== polarity) return null;
  return { value: polarity === 'yes', quote: sentence };
}

function readerOf(field: OutcomeField, at: number, zone: string): (text: string) => OutcomeValue | null {
  switch (field.type) {
    case 'date':
      return (text) => resolveDay(text, at, zone);
    case 'time':
      return (text) => resolveTime(text);
    case 'number':
      return (text) => resolveNumber(text);
    default:
      return (text) => {
        const [named, ...others] = choicesIn(text, field.choices);
        return others.length === 0 ? (named ?? null) : null;
      };
  }
}

const saysNothing =
  /^(?:(?:oh|well|um|uh|hm+|no|sorry),? )*(?:nothing|none|no ?one|nobody|no idea|(?:i )?(?:don't|do not) (?:know|remember|think so)|i(?:'m| am) not sure|not (?:sure|really|that i know)|let me|i(?:'ll| will) (?:think|check|see|have to)|i (?:have|need) to|never mind|what|which|why|who|how|where|when|can you|could you|do you|is it|are you)\b/i;

/** Something said in answer to an open question, not a question back and not a bare yes or no. */
function isStatement(message: string): boolean {
  if (message.includes('?') || saysNothing.test(message)) return false;
  const isBare = plainPolarityOf(message) !== 'open' && wordCount(message) <= 3;
  return !isBare && !/^(?:hello|hi|hey|okay|ok|thanks|thank you|bye|goodbye)\b/i.test(message);
}
