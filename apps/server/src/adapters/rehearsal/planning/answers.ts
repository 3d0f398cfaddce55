import type { Ask } from '../instructions/script.ts';
import { nameIn } from '../understanding/names.ts';
import { numberIn } from '../understanding/numbers.ts';
import { plain, wordCount } from '../understanding/plain.ts';
import { hasMoment, type Moment, mergeMoments, momentIn, momentPhrase } from '../understanding/times.ts';
import { leaningOf } from '../understanding/yes-no.ts';

/** How an utterance answers a question. */
export type Answer =
  | { readonly kind: 'yes' | 'no' | 'unsure'; readonly moment: Moment }
  /** `typed`: it is what was asked for, and not just something. */
  | { readonly kind: 'given'; readonly value: string; readonly typed: boolean }
  /** A day without a time, or a time without a day. */
  | { readonly kind: 'half'; readonly moment: Moment }
  | { readonly kind: 'unclear' };

const unclear: Answer = { kind: 'unclear' };

/** `told`: everything the agent has told, to know a time that was meant from one that is new. */
export function answerIn(text: string, ask: Ask, before: Moment, told: string): Answer {
  const leaning = leaningOf(text);
  const moment = mergeMoments(before, momentIn(text, ask.wants === 'moment'));
  switch (ask.wants) {
    case 'assent':
      return wordCount(text) === 0 ? unclear : { kind: leaning === 'no' ? 'no' : 'yes', moment };
    case 'yesNo':
      return yesNoAnswer(text, leaning, moment, `${told} ${ask.question}`);
    case 'moment':
      if (hasMoment(momentIn(text, true)))
        return whole(moment, ask, told)
          ? { kind: 'given', value: momentPhrase(moment), typed: true }
          : { kind: 'half', moment };
      return leaning === 'no' || leaning === 'unsure' ? { kind: leaning, moment } : openAnswer(text, 3);
    case 'number': {
      const number = numberIn(text);
      return number
        ? { kind: 'given', value: number, typed: true }
        : leaning === 'no' || leaning === 'unsure'
          ? { kind: leaning, moment }
          : openAnswer(text, 1);
    }
    case 'name': {
      const name = nameIn(text, true);
      return name
        ? { kind: 'given', value: name, typed: true }
        : leaning === 'no'
          ? { kind: 'no', moment }
          : unclear;
    }
    case 'open':
      return openAnswer(text, 1);
  }
}

/** Somebody who names another time says no to the one that was asked about; one who repeats it says yes. */
function yesNoAnswer(
  text: string,
  leaning: ReturnType<typeof leaningOf>,
  moment: Moment,
  context: string,
): Answer {
  const said = momentIn(text);
  const known = [said.day, said.time].some(
    (part) => part !== null && context.toLowerCase().includes(part.toLowerCase()),
  );
  if (
    wantsOther.test(text) ||
    (hasMoment(said) && !known && !/^(?:yes|yeah|yep|sure|of course)\b/i.test(text.trim()))
  ) {
    return { kind: 'no', moment };
  }
  if (leaning !== null) return { kind: leaning, moment };
  return known || repeats(text, context) ? { kind: 'yes', moment } : unclear;
}

/** "Some swelling" to "Do you have pain or swelling?" is a yes. */
function repeats(text: string, context: string): boolean {
  const question = context.slice(context.lastIndexOf('. ') + 1).toLowerCase();
  return (
    wordCount(text) <= 6 &&
    (text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).some((word) => new RegExp(`\\b${word}\\b`).test(question))
  );
}

/** Asking for another time is a polite no. */
export const wantsOther =
  /\b(?:instead|rather|earlier|later(?! on)|another (?:day|time|date)|(?:different|other|better) (?:day|time|date)|reschedule|postpone|move it|change (?:it|the))\b/i;

/** "When will you pay?" is answered by a day; a visit wants both. */
function whole(moment: Moment, ask: Ask, told: string): boolean {
  const visit = /\b(?:appointment|visit|check-?up|meeting|reservation|booking|viewing)\b/i.test(told);
  const wantsBoth =
    /\b(?:day|date) and time|time would suit|\bsuit you\b/i.test(ask.question) ||
    (visit && /\b(?:day|date|better|another)\b/i.test(ask.question));
  const loose = /\b(?:any|whenever|morning|afternoon|evening|as soon)/.test(`${moment.day} ${moment.time}`);
  if (/\bwhat time|which time\b/i.test(ask.question)) return moment.time !== null;
  return !wantsBoth || loose || (moment.day !== null && moment.time !== null);
}

function openAnswer(text: string, atLeast: number): Answer {
  const said = plain(text);
  return wordCount(said) >= atLeast ? { kind: 'given', value: shortened(said), typed: false } : unclear;
}

function shortened(text: string): string {
  const words = text.replace(/[.,!?\s]+$/, '').split(' ');
  return words.length > 25 ? `${words.slice(0, 25).join(' ')}…` : words.join(' ');
}
