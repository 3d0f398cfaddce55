import type { Ask } from '../instructions/script.ts';
import { nameIn } from '../understanding/names.ts';
import { normalized, normalizedWords, wordCount } from '../understanding/normalize.ts';
import { numberIn } from '../understanding/numbers.ts';
import { type DayTime, dayTimeIn, dayTimePhrase, hasDayTime, mergeDayTimes } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';

/** How an utterance answers a question. */
export type Answer =
  | { readonly kind: 'yes' | 'no' | 'unsure'; readonly dayTime: DayTime }
  /** `typed`: it is what was asked for, and not just something. */
  | { readonly kind: 'given'; readonly value: string; readonly typed: boolean }
  /** A day without a time, or a time without a day. */
  | { readonly kind: 'half'; readonly dayTime: DayTime }
  | { readonly kind: 'unclear' };

const unclear: Answer = { kind: 'unclear' };

/** `told`: everything the agent has told, to know a time that was meant from one that is new. */
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
      return yesNoAnswer(text, polarity, dayTime, `${told} ${ask.question}`);
    case 'dayTime':
      if (hasDayTime(dayTimeIn(text, true)))
        return whole(dayTime, ask, told)
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

/** "At eight? No, but nine is free": what they only say after us is no answer. */
function withoutEcho(text: string, told: string): string {
  const [echo = '', first = ''] = /^([^.?!]{1,40})\?\s+(?=\S)/.exec(text) ?? [];
  const { day, time } = dayTimeIn(first);
  const known = [day, time].some((part) => part !== null && told.toLowerCase().includes(part.toLowerCase()));
  return known || (echo !== '' && wordCount(first) <= 2 && hasDayTime({ day, time }))
    ? text.slice(echo.length)
    : text;
}

const ratherNot = /^(?:no,? )?(?:(?:i'd|i would) rather not|i prefer not to|no,? thank(?:s| you))\b/i;

/** A yes to "Who will be there?" names nobody. */
const isBareYes =
  /^(?:(?:yes|yeah|yep|ok|okay|sure|hello|please|of course|certainly|fine|i think so|i guess so|(?:that|this|it)(?:'s| is) (?:fine|okay|ok|good|all right)(?: (?:with|by|for) me)?|that works(?: for me)?|sounds good)[\s,.!]*)+$/i;
const asksForAThing =
  /^(?:Could you tell me )?(?:who|which|what|where|whom|whose|why)\b|^I was asked to find out\b|^(?:Do|Would|Should|Shall)\b[^?]* or (?!not\b)/i;

/** Somebody who names another time says no to the one that was asked about; one who repeats it says yes. */
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
  // "Two weeks late?" says it after us, and agrees to nothing.
  if (text.includes('?')) return unclear;
  // "Just the bulb, please": neither yes nor no, but an answer.
  if (
    /^(?:(?:well|um|uh|ok|okay),? )?(?:just|only|i want|i need|i would like|i'd like|give me) \w+/i.test(
      normalized(text),
    )
  )
    return openAnswer(text, 2);
  if (known || repeats(text, context)) return { kind: 'yes', dayTime };
  // "Is there a fee?" – "Ten euros."
  const number = numberIn(text);
  const asksForNumber = /\b(?:fee|costs?|charge|price|pay|deposit|how)\b/i.test(
    context.slice(context.lastIndexOf('. ') + 1),
  );
  return number && asksForNumber && wordCount(normalizedWords(text).replace(number, ' ')) <= 1
    ? { kind: 'given', value: number, typed: true }
    : unclear;
}

/** "Tuesday" was written as "Tue 8 Dec". */
function isShortFor(day: string | null, context: string): boolean {
  const short = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\p{L}*day\b/u.exec(day ?? '')?.[1];
  return short !== undefined && new RegExp(`\\b${short}(?:s|rs|urs)?\\b\\.?`, 'u').test(context);
}

/** "Some swelling" to "Do you have pain or swelling?" is a yes. */
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

/** Asking for another time is a polite no. */
export const wantsOther =
  /\b(?:instead|rather|earlier|later(?! on)|another (?:day|time|date)|(?:different|other|better) (?:day|time|date)|reschedule|postpone|move it|change (?:it|the))\b/i;

/** "When will you pay?" is answered by a day; a visit wants both. */
function whole(dayTime: DayTime, ask: Ask, told: string): boolean {
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
