import { type CallDirection, type RequestReason, requestReasons } from '@parley/contract';
import { intentsOf } from '../understanding/intents.ts';
import { type DayTime, dayTimeIn, hasDayTime, mergeDayTimes } from '../understanding/times.ts';
import { personIn } from './asked-person.ts';
import * as asking from './request-words.ts';
import {
  questionBefore,
  type Sentence,
  sentencesOfAgent,
  sentencesOfParty,
  type Transcript,
  wordsOf,
} from './spoken.ts';

/** Something that the other party wants from the desk, or that the agent has promised. */
export interface Request {
  readonly reason: Exclude<RequestReason, 'transfer_failed'>;
  /** The ordinal of the entry that asks; null where there is none. */
  readonly entry: number | null;
  readonly at: number;
  readonly said: string;
  readonly kind: 'asked' | 'cancel' | 'promised' | 'passed on';
  /** Of an appointment the time that was wished for, of a call back the time to call. */
  readonly when: DayTime;
  /** Whom they asked for, by name. */
  readonly person: string | null;
}

type Asked = Pick<Request, 'reason'> & Partial<Pick<Request, 'kind' | 'person'>>;

/** What was asked for in a conversation, in its order; what was taken back is left out. */
export function requestsIn(transcript: Transcript, direction: CallDirection): Request[] {
  let requests: Request[] = [];
  for (const sentence of sentencesOfParty(transcript, direction)) {
    if (asking.withdrawn.test(sentence.words)) requests = [];
    const asked = requestOf(sentence, direction) ?? answerOf(transcript, sentence);
    if (!asked || isRepeated(requests, asked)) continue;
    requests.push(requestOfSentence(transcript, sentence, asked));
  }
  const promised = promiseIn(transcript, direction);
  return promised ? [...requests, promised] : requests;
}

/** Whoever says the same for an hour is read as far as here. */
const mostOfAReason = 5;

function isRepeated(requests: readonly Request[], { reason }: Asked): boolean {
  return requests.filter((request) => request.reason === reason).length >= mostOfAReason;
}

/** The one that is to be done: of several reasons of a call the first in this order. */
export function mainRequest(requests: readonly Request[]): Request | null {
  for (const reason of requestReasons) {
    const found = requests.filter((request) => request.reason === reason);
    // Of two wishes the one with a time says more.
    const best = found.find(({ when }) => hasDayTime(when)) ?? found[0];
    if (best) return best;
  }
  return null;
}

function requestOf({ text, words }: Sentence, direction: CallDirection): Asked | null {
  const intents = intentsOf(text);
  if (intents.has('doNotCall') || intents.has('injection')) return null;
  const person = direction === 'outbound' && asking.talksFirst.test(words) ? null : personIn(text);
  if (person !== null) return { reason: 'person', person };
  if (intents.has('person') && !/\b(?:didn't|did not|already)\b/.test(words)) return { reason: 'person' };
  if (isAsked(words, asking.cancel))
    return asking.anotherInstead.test(words)
      ? { reason: 'reschedule' }
      : { reason: 'message', kind: 'cancel' };
  if (isAsked(words, asking.reschedule, /\b(?:no need to|don't)\b/)) return { reason: 'reschedule' };
  if (direction === 'outbound' && asking.dayRefused.test(words)) return { reason: 'reschedule' };
  if (isAsked(words, asking.appointment)) return { reason: 'appointment' };
  if (isAsked(words, asking.callBack) || intents.has('callLater')) return { reason: 'callback' };
  const leaves =
    asking.message.test(words) || (direction === 'inbound' && asking.messageOfCaller.test(words));
  return leaves && !asking.offersToTake.test(words) ? { reason: 'message' } : null;
}

/** `by`: what takes a request back when it stands before it; "can't make it" is itself a wish. */
function isAsked(words: string, pattern: RegExp, by: RegExp = asking.requestNegated): boolean {
  const found = pattern.exec(words);
  return found !== null && !by.test(words.slice(0, found.index));
}

/** What answers the agent's question is a request by the question. */
function answerOf(transcript: Transcript, { at, text }: Sentence): Asked | null {
  const question = questionBefore(transcript, at);
  if (question === null) return null;
  if (asking.asksForMessage.test(wordsOf(question))) return { reason: 'message' };
  return asking.asksWhenToCall.test(wordsOf(question)) && hasDayTime(dayTimeIn(text, true))
    ? { reason: 'callback' }
    : null;
}

function requestOfSentence(transcript: Transcript, { entry, at, text }: Sentence, asked: Asked): Request {
  const { reason, kind = 'asked', person = null } = asked;
  const when = whenAsked(transcript, at, reason);
  return { reason, kind, person, entry: entry.ordinal, at, said: text, when };
}

/** The day and time of a wish: in its own entry, and in answers to questions for them. */
function whenAsked(transcript: Transcript, asked: number, reason: RequestReason): DayTime {
  const isQuestion = reason === 'callback' ? asking.asksWhenToCall : asking.asksWhen;
  let when: DayTime = { day: null, time: null };
  for (const [at, { speaker, message }] of transcript.entries()) {
    if (speaker !== 'user' || at < asked) continue;
    const question = questionBefore(transcript, at);
    const answers = question !== null && isQuestion.test(wordsOf(question));
    if (at === asked || answers) when = mergeDayTimes(when, dayTimeIn(message, answers));
  }
  return when;
}

/** What the agent has promised. Of a caller's own matter it is the message that the caller left. */
function promiseIn(transcript: Transcript, direction: CallDirection): Request | null {
  const made = sentencesOfAgent(transcript).find(
    ({ text, words }) => !text.endsWith('?') && asking.promise.test(words),
  );
  if (!made) return null;
  const before = transcript.slice(0, made.at).findLast(({ speaker }) => speaker === 'user');
  const party = sentencesOfParty(transcript, direction).filter(({ at }) => at < made.at);
  const matter =
    direction === 'inbound' ? party.find(({ words }) => asking.deskTopic.test(words)) : undefined;
  const none = { when: { day: null, time: null }, person: null } as const;
  if (matter)
    return {
      ...none,
      ...{ reason: 'message', kind: 'asked', entry: matter.entry.ordinal, at: matter.at, said: matter.text },
    };
  const passesOn = /\bpass (?:that|it|this) on\b/.test(made.words) && before !== undefined;
  return {
    ...none,
    reason: 'promise',
    kind: passesOn ? 'passed on' : 'promised',
    // Where nobody asked for it, the promise itself.
    entry: before?.ordinal ?? made.entry.ordinal,
    at: made.at,
    said: passesOn ? before.message : made.text,
  };
}
