import { nameIn } from '../understanding/names.ts';
import { flat, plain, wordCount } from '../understanding/plain.ts';
import {
  hasMoment,
  type Moment,
  mergeMoments,
  momentIn,
  momentPhrase,
  onMoment,
} from '../understanding/times.ts';

/** What somebody who rings wants, as far as it is known. */
export interface Desk {
  readonly facts: readonly string[];
  readonly introduction: string;
  readonly canTransfer: boolean;
  readonly wish: Wish | null;
  readonly name: string | null;
  readonly reason: string | null;
  readonly moment: Moment;
  readonly asked: Slot | 'wish' | 'confirm' | 'else';
  readonly said: string;
  readonly misses: number;
  /** How many exchanges in a row led nowhere. */
  readonly idle: number;
}

export type Wish = 'appointment' | 'change' | 'cancel' | 'message';
export type Slot = 'name' | 'reason' | 'moment';

const wishes: readonly (readonly [Wish, RegExp])[] = [
  ['cancel', /\bcancel\b|\bcall off\b/],
  [
    'change',
    /\b(?:reschedule|move|change|postpone|shift|rebook)\b.{0,40}\b(?:appointment|booking|visit|time|day|it)\b|\b(?:can't|cannot|won't) (?:make|come|keep)\b/,
  ],
  [
    'appointment',
    /\b(?:appointment|book|booking|schedule|check-?up|come in|come by|see (?:a|the|somebody|someone|doctor|dr)|visit|reservation|reserve|slot|consultation|cleaning)\b/,
  ],
  [
    'message',
    /\b(?:message|missed (?:a |your )?calls?|you (?:called|rang|phoned)(?: me)?|return(?:ing)? (?:a|your) call|call (?:me )?back|tell (?:him|her|them|the)|complain|complaint|invoice|bill|problem|prescription|result|results)\b/,
  ],
];

function wishIn(text: string): Wish | null {
  const said = flat(text);
  return wishes.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/** Takes from an utterance whatever it tells, asked for or not. */
export function gather(desk: Desk, text: string, person: boolean): Desk {
  const wish = desk.wish ?? (person ? 'message' : wishIn(text));
  const said = momentIn(text, desk.asked === 'moment');
  // Where only the hour is left to say, "as early as possible" is one.
  const soon =
    desk.asked === 'moment' && desk.moment.day !== null && !hasMoment(said)
      ? (/\bas (?:early|late|soon) as \w+(?: can)?/i.exec(text)?.[0].toLowerCase() ?? null)
      : null;
  const moment =
    hasMoment(said) || soon ? mergeMoments(desk.moment, { ...said, time: said.time ?? soon }) : desk.moment;
  const name = nameIn(text, desk.asked === 'name') ?? desk.name;
  const reason = reasonIn(text, desk) ?? desk.reason ?? (person ? 'would like to speak with a person' : null);
  return { ...desk, wish, moment, name, reason };
}

function reasonIn(text: string, desk: Desk): string | null {
  const said = plain(text).replace(/[.!?]+$/, '');
  if (desk.asked === 'reason' && wordCount(said) > 0) {
    return short(
      said.replace(
        /^(?:it's|it is|that's|well|um|uh|yes|because|for|about|i need|i have|just)\b[,\s]*(?:of |an? )?(?:appointment for )?/i,
        '',
      ),
    );
  }
  const told =
    /\b(?:because(?: of)?|due to)\s+(.{3,80})$/i.exec(said)?.[1] ??
    /\b(?:for|about|regarding)\s+(?!(?:an? )?(?:appointment|booking|me\b|you\b|tomorrow|today|next|this|the \d|mon|tues|wednes|thurs|fri|satur|sun))((?:an?|the|my|some)\s.{3,60}?)(?:,|\s(?:on|at|for|next|tomorrow|please|and)\b|$)/i.exec(
      said,
    )?.[1] ??
    /\b((?:a|an)\s+(?:\w+\s+)?(?:check-?up|cleaning|consultation|toothache|headache|emergency|filling|crown|x-?ray|haircut|repair|viewing|trial))\b/i.exec(
      said,
    )?.[1] ??
    /\b(my (?!name)\w+(?: \w+)? (?:hurts?|aches?|broke|is \w+(?: \w+)?|fell \w+))\b/i.exec(said)?.[1];
  return told ? short(told) : null;
}

function short(text: string): string | null {
  const words = text.trim().split(/\s+/);
  const cut = words
    .slice(0, 20)
    .join(' ')
    .replace(/[,;:]+$/, '');
  return cut === '' ? null : cut.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** What has to be asked next; null when everything is known. */
export function missing({ wish, name, reason, moment }: Desk): Slot | null {
  if (name === null) return 'name';
  if (reason === null && (wish === 'appointment' || wish === 'message')) return 'reason';
  if (wish === 'message') return null;
  if (moment.day === null) return 'moment';
  return moment.time === null && wish !== 'cancel' && !/any|whenever/.test(moment.day) ? 'moment' : null;
}

export function questionFor({ wish, moment }: Desk, slot: Slot): string {
  if (slot === 'name') return 'May I have your name, please?';
  if (slot === 'reason')
    return wish === 'message' ? 'What should I tell the desk?' : 'What is the appointment for?';
  if (wish === 'cancel') return 'On which day is the appointment?';
  if (moment.day === null)
    return moment.time === null ? 'Which day and time would suit you?' : 'On which day?';
  return 'At what time?';
}

export function recap({ wish, name, reason, moment }: Desk): string {
  const when = hasMoment(moment) ? onMoment(moment) : '';
  switch (wish) {
    case 'cancel':
      return `So ${name} would like to cancel the appointment ${when}.`.replace(/ \.$/, '.');
    case 'change':
      return `So ${name} would like to move the appointment to ${momentPhrase(moment)}.`;
    case 'message':
      return `So I have a message from ${name}: ${(reason ?? '').replace(/[.?!]+$/, '')}.`;
    default:
      return `So that is an appointment for ${name}, ${reason}, ${when}.`;
  }
}
