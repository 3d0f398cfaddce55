import type { OutcomeField, OutcomeFieldType } from '@parley/contract';
import { choicesIn } from '../../../lib/outcomes/choices.ts';
import { sharedStems, stemsOf } from '../../../lib/outcomes/stems.ts';
import { speaksOfTime } from '../../../lib/spoken-dates.ts';
import type { Exchange } from './exchanges.ts';

const isYesOrNo =
  /^(?:[\w' ]+, )?(?:(?:and|so|then|now),? )?(?:do|does|did|will|would|can|could|is|are|was|were|have|has|shall|should|may)\b/i;
const isNegative = /\b(?:not|never|\w+n't|no longer|mind)\b/i;

type Asks = (question: string, field: OutcomeField) => boolean;

/** Whether a question is one that a value of the type can answer. */
const asksFor: Readonly<Record<OutcomeFieldType, Asks>> = {
  yes_no: (question) => isYesOrNo.test(question) && !isNegative.test(question) && !/\bor\b/i.test(question),
  choice: (question, { choices }) =>
    choicesIn(question, choices).length > 0 || /\b(?:which|what|how)\b/i.test(question),
  number: (question) =>
    /\b(?:how (?:many|much|old|long|often|far|satisfied|likely|happy|big)|scale|from (?:one|zero|0|1) to|number|amount|sum|age|percent)\b/i.test(
      question,
    ),
  date: (question) =>
    /\b(?:when|(?:which|what|another|other) (?:day|date)|on what day|by what date|date)\b/i.test(question) ||
    (isYesOrNo.test(question) && speaksOfTime(question)),
  time: (question) =>
    /\b(?:when|(?:what|which|another|other) time|at what|how late|how early|hour)\b/i.test(question) ||
    (isYesOrNo.test(question) && speaksOfTime(question)),
  text: (question, field) =>
    /\b(?:what|which|who|whom|why|where|how)\b/i.test(question) &&
    !isYesOrNo.test(question) &&
    !(['date', 'time', 'number'] as const).some((type) => asksFor[type](question, field)),
};

/** Two shared words tell what a question is about; with one it must be the only question and the only field for it. */
const enough = 2;

/** The exchanges that ask for a field; none where more than one question, or another field, might be meant. */
export function exchangesFor(
  field: OutcomeField,
  fields: readonly OutcomeField[],
  exchanges: readonly Exchange[],
): readonly Exchange[] {
  const asking = exchanges
    .filter(({ question }) => asksFor[field.type](question, field))
    .map((exchange) => ({ exchange, score: score(field, exchange.question) }))
    .filter((one) => one.score > 0);
  const best = Math.max(0, ...asking.map((one) => one.score));
  const top = asking.filter((one) => one.score === best);
  const questions = new Set(top.map(({ exchange }) => exchange.question));
  const [question] = questions;
  if (questions.size !== 1 || question === undefined) return [];
  const rivals = fields.filter((other) => other !== field && other.type === field.type);
  if (rivals.some((other) => score(other, question) >= best)) return [];
  if (best < enough && new Set(asking.map(({ exchange }) => exchange.question)).size > 1) return [];
  return top.map(({ exchange }) => exchange);
}

function score({ label, description, choices, type }: OutcomeField, question: string): number {
  const named = type === 'choice' ? choicesIn(question, choices).length : 0;
  return sharedStems(stemsOf(`${label} ${description}`), stemsOf(question)) + named;
}
