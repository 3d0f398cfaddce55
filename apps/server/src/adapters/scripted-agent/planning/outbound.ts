import type { CallBrief } from '../../../ports/language-model.ts';
import { readScript } from '../instructions/read-script.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { mentionsName } from '../understanding/names.ts';
import { normalized, wordCount } from '../understanding/normalize.ts';
import { dayTimeIn, hasDayTime } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { advance, askAgain, isAboutTime, reasonFor, toldIn, withoutThanks } from './advance.ts';
import { answerIn, wantsOther } from './answers.ts';
import { takeAnswer } from './asking.ts';
import { answerTo } from './facts.ts';
import { identify, later, whenReached } from './identify.ts';
import {
  type CallerInput,
  hangUp,
  joined,
  type Move,
  type OutboundDialogue,
  speak,
} from './outbound-dialogue.ts';
import { introductionIn, words } from './wording.ts';

export function startOutbound(brief: CallBrief): OutboundDialogue {
  const script = readScript(brief.instructions ?? '', brief.agentName);
  return {
    script,
    introduction: introductionIn(brief.greeting, brief.agentName),
    business: brief.agentName,
    canTransfer: brief.canTransfer,
    stage: script.party === null ? { kind: 'start' } : { kind: 'identify', at: 'first' },
    todo: script.steps,
    notes: [],
    said: '',
    unheard: false,
    misses: 0,
    idle: 0,
    turns: 0,
  };
}

/** Patience with somebody who never answers. */
const mostIdle = 12;

/** The next turn of a call we make. */
export function respondOutbound(before: OutboundDialogue, heard: CallerInput): Move {
  const talk = !heard.heardAll && heard.share < 0.6 ? { ...before, unheard: true } : before;
  const move = turnOf(talk, heard);
  const same = move.talk.turns === talk.turns && move.talk.stage.kind === talk.stage.kind;
  const idle = same ? talk.idle + 1 : 0;
  if (idle > mostIdle && move.reply.tools.length === 0) return hangUp(talk, words.giveUp, 'finished');
  return { ...move, talk: { ...move.talk, idle } };
}

function turnOf(talk: OutboundDialogue, heard: CallerInput): Move {
  const intents = intentsOf(heard.text);
  return (
    leaveNow(talk, heard, intents) ??
    sideMatter(talk, heard, intents) ??
    (mustRepeat(talk, heard, intents) ? askAgain(talk, '') : answerOf(talk, heard))
  );
}

/** What ends the call whatever it was about. */
function leaveNow(talk: OutboundDialogue, { text }: CallerInput, intents: ReadonlySet<Intent>): Move | null {
  if (intents.has('voicemail')) return hangUp(talk, '', 'voicemail');
  if (intents.has('doNotCall'))
    return hangUp(talk, words.noMoreCalls, 'declined', [{ name: 'do_not_call', input: {} }]);
  if (intents.has('wrongNumber')) return hangUp(talk, words.wrongNumber, 'wrong_number');
  if (intents.has('deceased')) return hangUp(talk, words.condolence, 'wrong_number');
  if (intents.has('person')) return toPerson(talk);
  if (talk.stage.kind === 'later') return later(talk, text);
  if (talk.stage.kind === 'absent' && !intents.has('question')) return whenReached(talk, text);
  if (wantsLater(talk, text, intents)) {
    if (hasDayTime(dayTimeIn(text))) return later(talk, text);
    return speak({ ...talk, stage: { kind: 'later' } }, words.whenLater);
  }
  if (/\bi(?:'ll| will) (?:call|ring|phone|get back to) you\b/i.test(normalized(text)))
    return hangUp(talk, words.yourCall, 'call_later');
  return intents.has('notInterested') ? hangUp(talk, words.notInterested, 'declined') : null;
}

function toPerson(talk: OutboundDialogue): Move {
  if (!talk.canTransfer) return hangUp(talk, words.callBack, 'finished');
  const { talk: over, reply } = speak({ ...talk, stage: { kind: 'over' } }, words.transferring);
  const tools = [{ name: 'transfer_call', input: { reason: 'They asked for a person.' } }] as const;
  return { talk: over, reply: { ...reply, tools } };
}

/** "I am at work then" answers a question about a time; said first, it is a bad moment to call. */
function wantsLater({ stage }: OutboundDialogue, text: string, intents: ReadonlySet<Intent>): boolean {
  if (intents.has('callLater')) return true;
  if (!intents.has('busy')) return false;
  if (/\btime\b/i.test(text) && !hasDayTime(dayTimeIn(text))) return true;
  return stage.kind !== 'asking' || (polarityOf(text) !== 'no' && !hasDayTime(dayTimeIn(text)));
}

/** What is dealt with before the talk goes on where it was. */
function sideMatter(talk: OutboundDialogue, heard: CallerInput, intents: ReadonlySet<Intent>): Move | null {
  const unknown = talk.stage.kind === 'identify';
  if (intents.has('injection')) return askAgain(talk, words.onlyThis);
  if (intents.has('robot')) return askAgain(talk, words.robot);
  if (intents.has('whoIsThis')) return askAgain(talk, talk.introduction);
  if (intents.has('holdOn')) return wait(talk);
  if (intents.has('about')) {
    // "Miller's, how can I help?" is the one who was to be reached.
    if (unknown && mentionsName(heard.text, talk.script.party ?? '')) return advance(talk, '');
    if (unknown) return askAgain(talk, `It is a personal matter for ${talk.script.party}.`);
    if (talk.stage.kind === 'start') return advance(talk, '');
    // "What fee?" asks for something that may be known.
    const fact = /^(?:what|which) \p{L}+\?*$/iu.test(heard.text.trim())
      ? answerTo(heard.text, talk.script.facts)
      : null;
    return askAgain(talk, fact ?? reasonFor(talk));
  }
  if (intents.has('repeat')) return talk.said === '' ? askAgain(talk, talk.introduction) : sayAgain(talk);
  if (heard.pressed !== '' && heard.text === '') return keys(talk, heard.pressed);
  // Somebody else has come to the phone, or the line was gone.
  if (
    talk.stage.kind === 'asking' &&
    talk.said !== '' &&
    /^(?:hello|hi|hallo|hey)[?!.\s]*$/i.test(heard.text.trim())
  )
    return askAgain(talk, reasonFor(talk));
  if (intents.has('howAreYou') && wordCount(heard.text) < 8) return onward(talk, heard, words.fine);
  if (intents.has('hurry') && !answers(talk, heard.text)) return onward(talk, heard, words.quick);
  if (picksUp(talk, heard.text)) return null;
  if (intents.has('question') && !asksForTime(talk, heard.text)) return question(talk, heard.text, unknown);
  if (intents.has('goodbye') && talk.stage.kind !== 'identify' && !answers(talk, heard.text)) {
    return hangUp(talk, words.goodbye, 'finished');
  }
  return null;
}

/** "Miller's bakery?" is how some people answer the phone. */
function picksUp({ stage, said }: OutboundDialogue, text: string): boolean {
  return (
    said === '' &&
    (stage.kind === 'start' || stage.kind === 'identify') &&
    wordCount(text) <= 4 &&
    !/^(?:what|who|where|when|why|which|how)\b/i.test(text.trim())
  );
}

function wait(talk: OutboundDialogue): Move {
  const stage = talk.stage.kind === 'identify' ? ({ kind: 'identify', at: 'waiting' } as const) : talk.stage;
  const { talk: waiting, reply } = speak({ ...talk, stage }, words.waiting);
  // What was asked before is what will be said again, not that we wait.
  return { talk: { ...waiting, said: talk.said, unheard: talk.unheard }, reply };
}

const mostRepeats = 3;

function sayAgain(talk: OutboundDialogue): Move {
  if (talk.misses >= mostRepeats) return hangUp(talk, words.giveUp, 'finished');
  const said = withoutThanks(talk.said);
  return speak({ ...talk, misses: talk.misses + 1 }, joined(words.again, said));
}

function keys(talk: OutboundDialogue, pressed: string): Move {
  const { stage } = talk;
  return stage.kind === 'asking' && stage.ask.wants === 'number'
    ? takeAnswer(talk, stage, pressed)
    : askAgain(talk, words.keysAreSilent);
}

function onward(talk: OutboundDialogue, heard: CallerInput, lead: string): Move {
  if (talk.stage.kind !== 'identify') return askAgain(talk, lead);
  const move = identify(talk, heard.text, talk.stage.at);
  const text = joined(lead, move.reply.text);
  return { talk: { ...move.talk, said: text }, reply: { ...move.reply, text } };
}

/** "Could we do Thursday?" is no question to be looked up, but an answer. */
function asksForTime({ stage }: OutboundDialogue, text: string): boolean {
  if (
    stage.kind !== 'asking' ||
    !isAboutTime(stage.ask) ||
    !(hasDayTime(dayTimeIn(text)) || wantsOther.test(text))
  )
    return false;
  return !/^(?:(?:at|on|in|by|until|for) )?(?:(?:what|how)(?! about\b)|which|when|where|who|why|is (?:it|that|the)|was)\b/i.test(
    text.trim().replace(/^.*[.!]\s+(?=\S)/, ''),
  );
}

function question(talk: OutboundDialogue, text: string, unknown: boolean): Move {
  if (unknown) return askAgain(talk, 'I would like to talk about that in person.');
  // "Yes, fine. And where do I park?" answers first and asks then.
  const [, before = '', asked = text] = /^(.+[.!,])\s+([^.!]+\?)\s*$/.exec(text) ?? [];
  const fact = isThatAll.test(asked) ? '' : (answerTo(asked, talk.script.facts) ?? words.unknown);
  if (talk.stage.kind !== 'asking' || !answers(talk, before)) return askAgain(talk, fact);
  const move = takeAnswer(talk, talk.stage, before);
  const said = joined(fact, move.reply.text);
  return { talk: { ...move.talk, said }, reply: { ...move.reply, text: said } };
}

const isThatAll = /^(?:and )?(?:is|was|will) that (?:be )?(?:all|it|everything)\b|^anything else\b/i;

function answers(talk: OutboundDialogue, text: string): boolean {
  if (text === '') return false;
  const { stage } = talk;
  return stage.kind === 'asking' && answerIn(text, stage.ask, stage.moment, toldIn(talk)).kind !== 'unclear';
}

/** A question that was cut off, or lost in a silence, has not been answered yet. */
function mustRepeat(talk: OutboundDialogue, heard: CallerInput, intents: ReadonlySet<Intent>): boolean {
  if (talk.stage.kind === 'start' || talk.said === '') return false;
  if (heard.text === '' && heard.pressed === '') return true;
  const short = wordCount(heard.text) <= 4 && !hasDayTime(dayTimeIn(heard.text));
  if (talk.unheard || heard.askedIfThere) return short;
  return !heard.heardAll && (short || intents.has('greeting'));
}

function answerOf(talk: OutboundDialogue, heard: CallerInput): Move {
  const { stage } = talk;
  switch (stage.kind) {
    case 'start':
      return advance(talk, '');
    case 'identify':
      return identify(talk, heard.text, stage.at);
    case 'asking':
      return takeAnswer(talk, stage, heard.text);
    case 'absent':
      return whenReached(talk, heard.text);
    case 'later':
      return later(talk, heard.text);
    case 'over':
      return hangUp(talk, words.goodbye, 'finished');
  }
}
