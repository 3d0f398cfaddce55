import type { OutcomeField, OutcomeValue } from '@parley/contract';
import { isDoubtful, polarityOf } from '../answer-polarity.ts';
import { foldedWords } from '../spoken-calendar.ts';
import { resolveDay, resolveTime, speaksOfTime } from '../spoken-dates.ts';
import { numberMentions, resolveNumber } from '../spoken-numbers.ts';
import { localTimeAt } from '../zoned-time.ts';
import { choicesIn } from './choices.ts';
import { findQuotation, plainSpeech } from './quotation.ts';
import { sharedStems, stemsOf } from './stems.ts';

/** What was said where a value is quoted. */
export interface Answer {
  readonly quote: string;
  /** The whole sentences of the quotation, so that "not" in front of it is seen. */
  readonly own: string;
  /** The other sentences of the entry. */
  readonly others: readonly string[];
  /** The agent's question that was quoted with it, where it is one that the entry answers. */
  readonly question: string | null;
  /** What the agent asked last. */
  readonly asked: string;
  readonly said: { readonly at: number; readonly zone: string };
}

/** Whether the words prove the value: by themselves, or as a yes to a question that holds it. Null: they do not. */
export function proves(
  field: OutcomeField,
  value: OutcomeValue,
  answer: Answer,
): 'answer' | 'question' | null {
  switch (field.type) {
    case 'yes_no':
      return yesOrNo(field, value === true, answer);
    case 'choice':
      return choice(field, String(value), answer);
    case 'number':
      return read(value, answer, resolveNumber, (text) => numberMentions(foldedWords(text)).length > 0);
    case 'time':
      return isWish(answer) ? read(value, answer, resolveTime, speaksOfTime) : null;
    case 'date':
      return isWish(answer) && !isPastForFuture(String(value), answer)
        ? read(value, answer, (text) => resolveDay(text, answer.said.at, answer.said.zone), speaksOfTime)
        : null;
    case 'text':
      if (findQuotation(answer.quote, String(value))) return 'answer';
      return isPlainYes(answer) &&
        answer.question !== null &&
        findQuotation(plainSpeech(answer.question), String(value))
        ? 'question'
        : null;
  }
}

/** Numbers, days and times: read in the quotation and again in its sentence, or in the question that was affirmed. */
function read(
  value: OutcomeValue,
  answer: Answer,
  resolve: (text: string) => OutcomeValue | null,
  hasOwn: (text: string) => boolean,
): 'answer' | 'question' | null {
  if (resolve(answer.quote) === value && resolve(answer.own) === value) return 'answer';
  const isAffirmed = isPlainYes(answer) && ![answer.own, ...answer.others].some(hasOwn);
  return isAffirmed && answer.question !== null && resolve(answer.question) === value ? 'question' : null;
}

/** Only a sentence that adds nothing of its own affirms all of what was asked. */
function isPlainYes({ own, others }: Answer): boolean {
  return (
    polarityOf(own) === 'yes' && !others.some((sentence) => !sentence.endsWith('?') && isDoubtful(sentence))
  );
}

const negated = /\b(?:not|never|cannot|\w+n't|no longer|nobody|nothing|nicht|kein\w*|nunca|pas|jamais)\b/;
/** A "no" to these does not refuse: "would you mind", "don't you". */
const turnsAnswer = /\b(?:mind|\w+n't|not|no longer|never|any objections?|anything against|nicht|kein\w*)\b/i;

function yesOrNo(field: OutcomeField, value: boolean, answer: Answer): 'answer' | 'question' | null {
  const { own, others, question } = answer;
  const polarity = polarityOf(own);
  const words = own.split(' ').length;
  if (polarity === 'open') return states(field, value, answer) ? 'answer' : null;
  if ((polarity === 'yes') !== value) return null;
  if (polarity === 'yes' && !isPlainYes(answer)) return null;
  if (polarity === 'no' && others.some((sentence) => polarityOf(sentence) === 'yes')) return null;
  if (question === null) return words > 3 && states(field, value, answer) ? 'answer' : null;
  const isClear = !turnsAnswer.test(question) && !/\bor\b|\boder\b/i.test(question);
  return isClear ? 'question' : null;
}

/** Not what is so, but what somebody supposes, asks or tells of others. */
const supposed =
  /\b(?:suppos\w+|imagine|assum\w+|pretend|let's say|what if|(?:do|did|would|could) you (?:think|say|believe)|(?:he|she|they|it|\w+) (?:says|claims|thinks|believes)|i (?:think|guess|believe|hope|wish)|angenommen|(?:ich )?(?:glaube|hoffe|denke)|supongo|creo|espero|suppose|je (?:crois|pense))\b/;

/** A sentence of their own about the matter, without doubt: "I have already paid", "I haven't paid yet". */
function states(field: OutcomeField, value: boolean, { own, asked }: Answer): boolean {
  const said = foldedWords(own);
  if (own.endsWith('?') || own.split(' ').length < 3 || supposed.test(said)) return false;
  const about = stemsOf(`${field.label} ${field.description} ${asked}`);
  if (sharedStems(stemsOf(own), about) === 0) return false;
  if (value) return !isDoubtful(own) && !negated.test(said);
  return (
    negated.test(said) && !/\b(?:but|maybe|perhaps|if|unless|depends|aber|vielleicht|pero|mais)\b/.test(said)
  );
}

const uncertain =
  /\b(?:not|never|\w+n't|maybe|perhaps|either|or|unless|if|depends|neither|except|excluding|other than|instead of|rather than|without|hate|dislike|tell me|explain|what|how much|nicht|kein\w*|oder|vielleicht|ausser|statt|quizas?|excepto|pas|ou|peut-etre|sauf)\b/;

function choice(field: OutcomeField, value: string, answer: Answer): 'answer' | 'question' | null {
  const isOnly = (text: string) => {
    const named = choicesIn(text, field.choices);
    return named.length === 1 && named[0] === value;
  };
  const { own, quote, question } = answer;
  const isBareYesOrNo = polarityOf(own) !== 'open' && own.split(' ').length <= 3;
  if (isOnly(quote) && isOnly(own) && !isBareYesOrNo) {
    // A choice may itself hold a "not": what is left without it must not.
    const rest = foldedWords(own).replaceAll(foldedWords(value), ' ');
    return uncertain.test(rest) ? null : 'answer';
  }
  if (question === null) return null;
  if (isBareYesOrNo && isOnly(own)) return turnsAnswer.test(question) ? null : 'question';
  return isPlainYes(answer) && choicesIn(own, field.choices).length === 0 && isOnly(question)
    ? 'question'
    : null;
}

/** Somebody who asks back ("did you say Tuesday?") says no day; somebody who asks for one does. */
function isWish({ own }: Answer): boolean {
  if (!own.endsWith('?')) return true;
  return /\b(?:could|can|would|may|might) (?:i|we|you|it|that)\b|\b(?:how|what) about\b|\b(?:possible|free|available|better)\b|\b(?:do|have) you (?:have|got)\b|\b(?:ginge|geht|passt|moglich|frei|posible|libre|puedo|podria|possible|pourrais|peut-on)\b/.test(
    foldedWords(own),
  );
}

const past =
  /\b(?:did|was|were|has been|had)\b|\b(?:i|we|you|he|she|they|it)(?: have| had|'ve|'d)?(?: already| just)? (?:(?!need|proceed)\w+ed|paid|came|went|called|sent|saw|left|got|made|took|bought|spoke|met)\b|\bago\b/;

/** "I paid on Friday" speaks of the last one, which the words do not tell. */
function isPastForFuture(value: string, { own, asked, said }: Answer): boolean {
  const today = new Date(localTimeAt(said.zone, said.at)).toISOString().slice(0, 10);
  if (value <= today) return false;
  return (
    past.test(foldedWords(own)) ||
    /^(?:\W*and,? )?(?:when|what day|which day|on which day) (?:did|was|were|has|have)\b/i.test(asked)
  );
}
