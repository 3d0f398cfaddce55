import { nameIn } from '../understanding/names.ts';
import { normalized, normalizedWords, wordCount } from '../understanding/normalize.ts';
import {
  type DayTime,
  dayTimeIn,
  dayTimePhrase,
  dayTimeWithPreposition,
  hasDayTime,
  mergeDayTimes,
} from '../understanding/times.ts';
import type { KnownEntries } from './knowledge-answers.ts';

/** The state of an inbound call: what is known of the caller's request. */
export interface InboundDialogue {
  readonly facts: readonly string[];
  /** Null for an agent without knowledge of its own. */
  readonly known: KnownEntries | null;
  readonly introduction: string;
  readonly canTransfer: boolean;
  readonly request: RequestKind | null;
  readonly name: string | null;
  readonly reason: string | null;
  readonly dayTime: DayTime;
  readonly asked: Slot | 'request' | 'confirm' | 'else';
  readonly said: string;
  readonly misses: number;
  /** How many exchanges in a row brought no progress. */
  readonly idle: number;
}

export type RequestKind = 'appointment' | 'change' | 'cancel' | 'message';
export type Slot = 'name' | 'reason' | 'dayTime';

const requestPatterns: readonly (readonly [RequestKind, RegExp])[] = [
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

function requestIn(text: string): RequestKind | null {
  const said = normalizedWords(text);
  return requestPatterns.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/** Adds everything that an utterance contains, whether it was asked for or not. */
export function withAnswers(dialogue: InboundDialogue, text: string, person: boolean): InboundDialogue {
  const request = dialogue.request ?? (person ? 'message' : requestIn(text));
  const said = dayTimeIn(text, dialogue.asked === 'dayTime');
  // If only the time is missing, "as early as possible" counts as a time.
  const soon =
    dialogue.asked === 'dayTime' && dialogue.dayTime.day !== null && !hasDayTime(said)
      ? (/\bas (?:early|late|soon) as \w+(?: can)?/i.exec(text)?.[0].toLowerCase() ?? null)
      : null;
  const dayTime =
    hasDayTime(said) || soon
      ? mergeDayTimes(dialogue.dayTime, { ...said, time: said.time ?? soon })
      : dialogue.dayTime;
  const name = nameIn(text, dialogue.asked === 'name') ?? dialogue.name;
  const reason =
    reasonIn(text, dialogue) ?? dialogue.reason ?? (person ? 'would like to speak with a person' : null);
  return { ...dialogue, request, dayTime, name, reason };
}

function reasonIn(text: string, dialogue: InboundDialogue): string | null {
  const said = normalized(text).replace(/[.!?]+$/, '');
  if (dialogue.asked === 'reason' && wordCount(said) > 0) {
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

/** What to ask for next; null if everything is known. */
export function missing({ request, name, reason, dayTime }: InboundDialogue): Slot | null {
  if (name === null) return 'name';
  if (reason === null && (request === 'appointment' || request === 'message')) return 'reason';
  if (request === 'message') return null;
  if (dayTime.day === null) return 'dayTime';
  return dayTime.time === null && request !== 'cancel' && !/any|whenever/.test(dayTime.day)
    ? 'dayTime'
    : null;
}

export function questionFor({ request, dayTime }: InboundDialogue, slot: Slot): string {
  if (slot === 'name') return 'May I have your name, please?';
  if (slot === 'reason')
    return request === 'message' ? 'What should I tell the desk?' : 'What is the appointment for?';
  if (request === 'cancel') return 'On which day is the appointment?';
  if (dayTime.day === null)
    return dayTime.time === null ? 'Which day and time would suit you?' : 'On which day?';
  return 'At what time?';
}

export function recap({ request, name, reason, dayTime }: InboundDialogue): string {
  const when = hasDayTime(dayTime) ? dayTimeWithPreposition(dayTime) : '';
  switch (request) {
    case 'cancel':
      return `So ${name} would like to cancel the appointment ${when}.`.replace(/ \.$/, '.');
    case 'change':
      return `So ${name} would like to move the appointment to ${dayTimePhrase(dayTime)}.`;
    case 'message':
      return `So I have a message from ${name}: ${(reason ?? '').replace(/[.?!]+$/, '')}.`;
    default:
      return `So that is an appointment for ${name}, ${reason}, ${when}.`;
  }
}
