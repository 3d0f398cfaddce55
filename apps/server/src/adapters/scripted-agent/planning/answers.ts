import type { Ask } from '../instructions/script.ts';
import { nameIn } from '../understanding/names.ts';
import { normalized, normalizedWords, wordCount } from '../understanding/normalize.ts';
import { numberIn } from '../understanding/numbers.ts';
import { type DayTime, dayTimeIn, dayTimePhrase, hasDayTime, mergeDayTimes } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';

/** The answer that an utterance gives to a question. */
export type Answer =
  | { readonly kind: 'yes' | 'no' | 'unsure'; readonly dayTime: DayTime }
  /** `typed`: the value has the kind that was asked for (day, number, name); false for free text. */
  | { readonly kind: 'given'; readonly value: string; readonly typed: boolean }
  /** A day without a time, or a time without a day. */
  | { readonly kind: 'half'; readonly dayTime: DayTime }
  | { readonly kind: 'unclear' };

const unclear: Answer = { kind: 'unclear' };

/** `told`: everything in the script; a time that occurs in it is not a new proposal. */
export function answerIn(said: string, ask: Ask, before: DayTime, told: string): Answer {
  const text = withoutEcho(said, told);
  const polarity = polarityOf(text);
  const dayTime = mergeDayTimes(before, dayTimeIn(text, ask.wants === 'dayTime'));
  switch (ask.wants) {
    case 'assent':
      return wordCount(text) === 0
        ? unclear
        : { kind: polarity === 'no' || /\bcancel\b/i.test(text) ? 'no' : 'yes', dayTime };
    case 'yesNo':
      return polarity === null && confirmsData.test(ask.question) && !text.includes('?')
        ? openAnswer(text, 1)
        : yesNoAnswer(text, polarity, dayTime, `${told} ${ask.question}`);
    case 'dayTime':
      if (hasDayTime(dayTimeIn(text, true)))
        return isComplete(dayTime, ask, told)
          ? { kind: 'given', value: dayTimePhrase(dayTime), typed: true }
          : { kind: 'half', dayTime };
      if (isBareYes.test(normalized(text))) return unclear;
      return polarity === 'no' || polarity === 'unsure' ? { kind: polarity, dayTime } : openAnswer(text, 3);
    case 'number': {
      const number = numberIn(text);
      return number
        ? { kind: 'given', value: number, typed: true }
        : polarity === 'no' || polarity === 'unsure'
          ? { kind: polarity, dayTime }
          : openAnswer(text, 1);
    }
    case 'name': {
      const name = nameIn(text, true);
      return name
        ? { kind: 'given', value: name, typed: true }
        : polarity === 'no'
          ? { kind: 'no', dayTime }
          : unclear;
    }
    case 'open':
      if (isBareYes.test(normalized(text)) && asksForAThing.test(ask.question)) return unclear;
      if (polarity === 'unsure' && wordCount(text) <= 6) return { kind: 'unsure', dayTime };
      if (ratherNot.test(normalized(text))) return { kind: 'unsure', dayTime };
      if (/\bwhich\b/i.test(ask.question) && hasDayTime(dayTime))
        return { kind: 'given', value: dayTimePhrase(dayTime), typed: true };
      return openAnswer(text, 1);
  }
}

/** Asked to confirm what the desk does not read out, people say it: "Can you confirm your address?" */
const confirmsData =
  /\bconfirm your (?:\p{L}+ )?(?:address|e-?mail(?: address)?|phone(?: number)?|number|name|date of birth|birthday|insurance)\?$/iu;

/** "At eight? No, but nine is free": removes a leading question that only repeats the agent's time. */
function withoutEcho(text: string, told: string): string {
  const [echo = '', first = ''] = /^([^.?!]{1,40})\?\s+(?=\S)/.exec(text) ?? [];
  const { day, time } = dayTimeIn(first);
  const known = [day, time].some((part) => part !== null && told.toLowerCase().includes(part.toLowerCase()));
  return known || (echo !== '' && wordCount(first) <= 2 && hasDayTime({ day, time }))
    ? text.slice(echo.length)
    : text;
}

const ratherNot = /^(?:no,? )?(?:(?:i'd|i would) rather not|i prefer not to|no,? thank(?:s| you))\b/i;

/** A "yes" without content, which does not answer a question such as "Who will be there?" */
const isBareYes =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|hello|please|of course|certainly|fine|i think so|i guess so|(?:that|this|it)(?:'s| is) (?:fine|okay|ok|good|all right)(?: (?:with|by|for) me)?|that works(?: for me)?|sounds good)[\s,.!]*)+$/i;
const asksForAThing =
  /^(?:Could you tell me )?(?:who|which|what|where|whom|whose|why)\b|^I was asked to find out\b|^(?:Do|Would|Should|Shall)\b[^?]* or (?!not\b)/i;

/**
 * Reads the answer to a yes-or-no question. Naming another time counts as "no", repeating the time of the question as
 * "yes".
 */
function yesNoAnswer(
  text: string,
  polarity: ReturnType<typeof polarityOf>,
  dayTime: DayTime,
  context: string,
): Answer {
  const said = dayTimeIn(text);
  const known =
    [said.day, said.time].some(
      (part) => part !== null && context.toLowerCase().includes(part.toLowerCase()),
    ) || isShortFor(said.day, context);
  if (
    wantsOther.test(text) ||
    (hasDayTime(said) && !known && !/^(?:yes|yeah|yep|sure|of course)\b/i.test(text.trim()))
  ) {
    return { kind: 'no', dayTime };
  }
  if (polarity !== null) return { kind: polarity, dayTime };
  // A question that only repeats the agent's words is not an answer: "Two weeks late?"
  if (text.includes('?')) return unclear;
  // A wish is an answer in free text: "Just the bulb, please".
  if (
    /^(?:(?:well|um|uh|ok|okay),? )?(?:just|only|i want|i need|i would like|i'd like|give me) \w+/i.test(
      normalized(text),
    )
  )
    return openAnswer(text, 2);
  if (known || repeats(text, context)) return { kind: 'yes', dayTime };
  // A bare number answers a question about an amount: "Is there a fee?" – "Ten euros."
  const number = numberIn(text);
  const asksForNumber = /\b(?:fee|costs?|charge|price|pay|deposit|how)\b/i.test(
    context.slice(context.lastIndexOf('. ') + 1),
  );
  return number && asksForNumber && wordCount(normalizedWords(text).replace(number, ' ')) <= 1
    ? { kind: 'given', value: number, typed: true }
    : unclear;
}

/** Whether the instructions abbreviate the day that was said: "Tuesday" for "Tue 8 Dec". */
function isShortFor(day: string | null, context: string): boolean {
  const short = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{L}*day\b/u.exec(day ?? '')?.[1];
  return short !== undefined && new RegExp(`\\b${short}(?:s|rs|urs)?\\b\\.?`, 'u').test(context);
}

/** Whether a short answer repeats a word of the question: "Some swelling" to "Do you have pain or swelling?" means "yes". */
function repeats(text: string, context: string): boolean {
  const offers = context.lastIndexOf('We could offer you');
  const question = context.slice(offers < 0 ? context.lastIndexOf('. ') + 1 : offers).toLowerCase();
  return (
    wordCount(text) <= 6 &&
    (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some(
      (word) =>
        !smallWord.test(word) &&
        new RegExp(`\\b${word.slice(0, Math.max(4, word.length - 2))}`).test(question),
    )
  );
}

const smallWord =
  /^(?:that|this|with|have|your|what|from|they|them|were|will|would|could|about|there|when|then|some|time|more|very|just|like)$/;

/** Words that ask for another time, which counts as "no". */
export const wantsOther =
  /\b(?:instead|rather|earlier|later(?! on)|another (?:day|time|date)|(?:different|other|better) (?:day|time|date)|reschedule|postpone|move it|change (?:it|the))\b/i;

/** Whether a day or time answers the question in full: a day is enough for "When will you pay?", a visit needs both. */
function isComplete(dayTime: DayTime, ask: Ask, told: string): boolean {
  const visit = /\b(?:appointment|visit|check-?up|meeting|reservation|booking|viewing)\b/i.test(told);
  const wantsBoth =
    /\b(?:day|date) and time|time would suit|\bsuit you\b/i.test(ask.question) ||
    (visit && /\b(?:day|date|better|another)\b/i.test(ask.question));
  const loose = /\b(?:any|whenever|morning|afternoon|evening|as soon)/.test(`${dayTime.day} ${dayTime.time}`);
  if (/\bwhat time|which time\b/i.test(ask.question)) return dayTime.time !== null;
  return !wantsBoth || loose || (dayTime.day !== null && dayTime.time !== null);
}

function openAnswer(text: string, atLeast: number): Answer {
  const said = normalized(text);
  return wordCount(said) >= atLeast ? { kind: 'given', value: shortened(said), typed: false } : unclear;
}

function shortened(text: string): string {
  const words = text.replace(/[.,!?\s]+$/, '').split(' ');
  return words.length > 25 ? `${words.slice(0, 25).join(' ')}…` : words.join(' ');
}
