import type { OutcomeField, OutcomeValue } from '@parley/contract';
import { polarityOf } from '../answer-polarity.ts';
import { foldedWords } from '../spoken-calendar.ts';
import { longestAnswer } from '../spoken-clauses.ts';
import { resolveDay, resolveTime } from '../spoken-dates.ts';
import { resolveNumber } from '../spoken-numbers.ts';
import { choicesIn } from './choices.ts';
import { refusesRecap, repeats, type SaidAt } from './recaps.ts';

const retraction =
  /\b(?:actually|wait|sorry|i mean(?:t)?|scratch that|correction|on second thoughts?|changed my mind|instead|make (?:it|that)|change (?:it|that)|i take that back|forget (?:it|that)|doch|eigentlich|moment|warten sie|mejor|en realidad|espere|en fait|finalement|plutot|attendez|after all)\b|^(?:then|dann|entonces|alors)\b|\b(?:then|dann|entonces|alors)[.!]?$/;

/** Said of an appointment or a promise, whatever it answers. "Can't hear you" cancels nothing. */
const cancelled =
  /\b(?:after all|changed my mind|cancel|can(?:'t|not| not) (?:come|make|do|be)|(?:won't|will not) (?:come|be|make)|not coming|forget it|never mind)\b/;

/** Whether something said later, after these words of the agent's, takes the value back or gives another in its place. */
export function takesBack(
  later: string,
  asked: string,
  field: OutcomeField,
  value: OutcomeValue,
  said: SaidAt,
): boolean {
  if (refusesRecap(later, asked, field, value, said)) return true;
  if (field.type === 'text') return false;
  const words = foldedWords(later);
  if (value === true && cancelled.test(words)) return true;
  if (!retraction.test(words) && !repeats(asked, field, value, said)) return false;
  // What is too long to be read may say anything.
  return later.length > longestAnswer || readsOtherwise(later, field, value, said);
}

/** Whether somebody goes on with taking back what they have just said: "Ten. No, wait …". */
export function beginsTakingBack(rest: string): boolean {
  return /^[\s.,;!-]*(?:oh |um |uh |ach )?(?:no|nein|non|wait|sorry|actually|i mean|or)\b/.test(
    foldedWords(rest),
  );
}

/** Whether a text, read for the field, gives another value than this one. */
export function readsOtherwise(
  text: string,
  field: OutcomeField,
  value: OutcomeValue,
  { at, zone }: SaidAt,
): boolean {
  const differs = (read: OutcomeValue | null) => read !== null && read !== value;
  switch (field.type) {
    case 'date':
      return differs(resolveDay(text, at, zone, { approximate: true }));
    case 'time':
      return differs(resolveTime(text, { approximate: true }));
    case 'number':
      return differs(resolveNumber(text, { approximate: true }));
    case 'choice':
      return choicesIn(text, field.choices).some(differs);
    case 'yes_no':
      return value === true ? isRefusal(text) : polarityOf(withoutRetraction(text)) === 'yes';
    case 'text':
      return false;
  }
}

const cancellation =
  /\b(?:can(?:'t|not| not) (?!hear|understand|talk|see|say|remember)|won't|will not|not (?:coming|able|possible|going)|cancel|haven't|have not|didn't|did not|don't (?:want|have|need))\b/;

function isRefusal(text: string): boolean {
  return polarityOf(withoutRetraction(text)) === 'no' || cancellation.test(foldedWords(text));
}

function withoutRetraction(text: string): string {
  return text.replace(/^(?:actually|wait|sorry|on second thoughts?)[,.!]? (?:no[,.!]? )?/i, '');
}
