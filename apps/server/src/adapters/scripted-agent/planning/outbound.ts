import type { CallBrief } from '../../../ports/language-model.ts';
import { readScript } from '../instructions/read-script.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { mentionsName } from '../understanding/names.ts';
import { normalized, wordCount } from '../understanding/normalize.ts';
import { dayTimeIn, hasDayTime } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { advance, askAgain, isAboutTime, reasonFor, scriptText, withoutAcknowledgement } from './advance.ts';
import { answerIn, wantsOther } from './answers.ts';
import { takeAnswer } from './asking.ts';
import { answerTo } from './facts.ts';
import { identify, promiseLaterCall, promiseRetry } from './identify.ts';
import {
  type CallerInput,
  hangUp,
  joined,
  type Move,
  type OutboundDialogue,
  speak,
} from './outbound-dialogue.ts';
import { doNotCall, transferCall } from './tool-calls.ts';
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

/** The call ends after this many exchanges in a row without progress. */
const maxIdleExchanges = 12;

/** The next turn of an outbound call. */
export function nextOutboundMove(before: OutboundDialogue, heard: CallerInput): Move {
  const dialogue = !heard.heardAll && heard.share < 0.6 ? { ...before, unheard: true } : before;
  const move = moveFor(dialogue, heard);
  const same = move.dialogue.turns === dialogue.turns && move.dialogue.stage.kind === dialogue.stage.kind;
  const idle = same ? dialogue.idle + 1 : 0;
  if (idle > maxIdleExchanges && move.reply.tools.length === 0)
    return hangUp(dialogue, words.giveUp, 'finished');
  return { ...move, dialogue: { ...move.dialogue, idle } };
}

function moveFor(dialogue: OutboundDialogue, heard: CallerInput): Move {
  const intents = intentsOf(heard.text);
  return (
    endingMove(dialogue, heard, intents) ??
    digressionMove(dialogue, heard, intents) ??
    (mustRepeat(dialogue, heard, intents) ? askAgain(dialogue, '') : answerMove(dialogue, heard))
  );
}

/** Handles what ends the call or leads to its end, whatever its reason; null if nothing does. */
function endingMove(
  dialogue: OutboundDialogue,
  { text }: CallerInput,
  intents: ReadonlySet<Intent>,
): Move | null {
  if (intents.has('voicemail')) return hangUp(dialogue, '', 'voicemail');
  if (intents.has('doNotCall')) return hangUp(dialogue, words.noMoreCalls, 'declined', [doNotCall]);
  if (intents.has('wrongNumber')) return hangUp(dialogue, words.wrongNumber, 'wrong_number');
  if (intents.has('deceased')) return hangUp(dialogue, words.condolence, 'wrong_number');
  if (intents.has('person')) return transferToPerson(dialogue);
  if (dialogue.stage.kind === 'later') return promiseLaterCall(dialogue, text);
  if (dialogue.stage.kind === 'absent' && !intents.has('question')) return promiseRetry(dialogue, text);
  if (wantsLater(dialogue, text, intents)) {
    if (hasDayTime(dayTimeIn(text))) return promiseLaterCall(dialogue, text);
    return speak({ ...dialogue, stage: { kind: 'later' } }, words.whenLater);
  }
  if (/\bi(?:'ll| will) (?:call|ring|phone|get back to) you\b/i.test(normalized(text)))
    return hangUp(dialogue, words.yourCall, 'call_later');
  return intents.has('notInterested') ? hangUp(dialogue, words.notInterested, 'declined') : null;
}

function transferToPerson(dialogue: OutboundDialogue): Move {
  if (!dialogue.canTransfer) return hangUp(dialogue, words.callBack, 'finished');
  const { dialogue: over, reply } = speak({ ...dialogue, stage: { kind: 'over' } }, words.transferring);
  return { dialogue: over, reply: { ...reply, tools: [transferCall] } };
}

/** Whether to call another time. "I am at work" counts, except as the answer to a question about a time. */
function wantsLater({ stage }: OutboundDialogue, text: string, intents: ReadonlySet<Intent>): boolean {
  if (intents.has('callLater')) return true;
  if (!intents.has('busy')) return false;
  if (/\btime\b/i.test(text) && !hasDayTime(dayTimeIn(text))) return true;
  return stage.kind !== 'asking' || (polarityOf(text) !== 'no' && !hasDayTime(dayTimeIn(text)));
}

/** Handles an utterance that does not answer the open question and then repeats the question; null if nothing applies. */
function digressionMove(
  dialogue: OutboundDialogue,
  heard: CallerInput,
  intents: ReadonlySet<Intent>,
): Move | null {
  const unknown = dialogue.stage.kind === 'identify';
  if (intents.has('injection')) return askAgain(dialogue, words.onlyThis);
  if (intents.has('robot')) return askAgain(dialogue, words.robot);
  if (intents.has('whoIsThis')) return askAgain(dialogue, dialogue.introduction);
  if (intents.has('holdOn')) return wait(dialogue);
  if (intents.has('about')) {
    // The right party answered with its name: "Miller's, how can I help?"
    if (unknown && mentionsName(heard.text, dialogue.script.party ?? '')) return advance(dialogue, '');
    if (unknown) return askAgain(dialogue, `It is a personal matter for ${dialogue.script.party}.`);
    if (dialogue.stage.kind === 'start') return advance(dialogue, '');
    // A short question such as "What fee?" may be answered by a fact.
    const fact = /^(?:what|which) \p{L}+\?*$/iu.test(heard.text.trim())
      ? answerTo(heard.text, dialogue.script.facts)
      : null;
    return askAgain(dialogue, fact ?? reasonFor(dialogue));
  }
  if (intents.has('repeat'))
    return dialogue.said === '' ? askAgain(dialogue, dialogue.introduction) : sayAgain(dialogue);
  if (heard.pressed !== '' && heard.text === '') return takeDigits(dialogue, heard.pressed);
  // A bare "Hello?" in the middle of the call: another person is on the phone, or the connection was lost.
  if (
    dialogue.stage.kind === 'asking' &&
    dialogue.said !== '' &&
    /^(?:hello|hi|hallo|hey)[?!.\s]*$/i.test(heard.text.trim())
  )
    return askAgain(dialogue, reasonFor(dialogue));
  if (intents.has('howAreYou') && wordCount(heard.text) < 8)
    return continueAfter(dialogue, heard, words.fine);
  if (intents.has('hurry') && !answers(dialogue, heard.text))
    return continueAfter(dialogue, heard, words.quick);
  if (picksUp(dialogue, heard.text)) return null;
  if (intents.has('question') && !asksForTime(dialogue, heard.text))
    return question(dialogue, heard.text, unknown);
  if (intents.has('goodbye') && dialogue.stage.kind !== 'identify' && !answers(dialogue, heard.text)) {
    return hangUp(dialogue, words.goodbye, 'finished');
  }
  return null;
}

/** Whether a short first utterance only answers the phone: "Miller's bakery?" */
function picksUp({ stage, said }: OutboundDialogue, text: string): boolean {
  return (
    said === '' &&
    (stage.kind === 'start' || stage.kind === 'identify') &&
    wordCount(text) <= 4 &&
    !/^(?:what|who|where|when|why|which|how)\b/i.test(text.trim())
  );
}

function wait(dialogue: OutboundDialogue): Move {
  const stage =
    dialogue.stage.kind === 'identify' ? ({ kind: 'identify', at: 'waiting' } as const) : dialogue.stage;
  const { dialogue: waiting, reply } = speak({ ...dialogue, stage }, words.waiting);
  // A later repetition repeats the question before, not "I will wait".
  return { dialogue: { ...waiting, said: dialogue.said, unheard: dialogue.unheard }, reply };
}

const maxRepeats = 3;

function sayAgain(dialogue: OutboundDialogue): Move {
  if (dialogue.misses >= maxRepeats) return hangUp(dialogue, words.giveUp, 'finished');
  const said = withoutAcknowledgement(dialogue.said);
  return speak({ ...dialogue, misses: dialogue.misses + 1 }, joined(words.again, said));
}

function takeDigits(dialogue: OutboundDialogue, pressed: string): Move {
  const { stage } = dialogue;
  return stage.kind === 'asking' && stage.ask.wants === 'number'
    ? takeAnswer(dialogue, stage, pressed)
    : askAgain(dialogue, words.speechOnly);
}

function continueAfter(dialogue: OutboundDialogue, heard: CallerInput, lead: string): Move {
  if (dialogue.stage.kind !== 'identify') return askAgain(dialogue, lead);
  const move = identify(dialogue, heard.text, dialogue.stage.at);
  const text = joined(lead, move.reply.text);
  return { dialogue: { ...move.dialogue, said: text }, reply: { ...move.reply, text } };
}

/** Whether a question proposes a time and so answers the open question: "Could we do Thursday?" */
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

function question(dialogue: OutboundDialogue, text: string, unknown: boolean): Move {
  if (unknown) return askAgain(dialogue, `I can only talk about that with ${dialogue.script.party}.`);
  // An answer followed by a question: "Yes, fine. And where do I park?"
  const [, before = '', asked = text] = /^(.+[.!,])\s+([^.!]+\?)\s*$/.exec(text) ?? [];
  const fact = isThatAll.test(asked) ? '' : (answerTo(asked, dialogue.script.facts) ?? words.unknown);
  if (dialogue.stage.kind !== 'asking' || !answers(dialogue, before)) return askAgain(dialogue, fact);
  const move = takeAnswer(dialogue, dialogue.stage, before);
  const said = joined(fact, move.reply.text);
  return { dialogue: { ...move.dialogue, said }, reply: { ...move.reply, text: said } };
}

const isThatAll = /^(?:and )?(?:is|was|will) that (?:be )?(?:all|it|everything)\b|^anything else\b/i;

function answers(dialogue: OutboundDialogue, text: string): boolean {
  if (text === '') return false;
  const { stage } = dialogue;
  return (
    stage.kind === 'asking' &&
    answerIn(text, stage.ask, stage.dayTime, scriptText(dialogue)).kind !== 'unclear'
  );
}

/** Whether to repeat the last question, because it was cut off, not answered or interrupted by "are you still there?" */
function mustRepeat(dialogue: OutboundDialogue, heard: CallerInput, intents: ReadonlySet<Intent>): boolean {
  if (dialogue.stage.kind === 'start' || dialogue.said === '') return false;
  if (heard.text === '' && heard.pressed === '') return true;
  const short = wordCount(heard.text) <= 4 && !hasDayTime(dayTimeIn(heard.text));
  if (dialogue.unheard || heard.askedIfThere) return short;
  return !heard.heardAll && (short || intents.has('greeting'));
}

function answerMove(dialogue: OutboundDialogue, heard: CallerInput): Move {
  const { stage } = dialogue;
  switch (stage.kind) {
    case 'start':
      return advance(dialogue, '');
    case 'identify':
      return identify(dialogue, heard.text, stage.at);
    case 'asking':
      return takeAnswer(dialogue, stage, heard.text);
    case 'absent':
      return promiseRetry(dialogue, heard.text);
    case 'later':
      return promiseLaterCall(dialogue, heard.text);
    case 'over':
      return hangUp(dialogue, words.goodbye, 'finished');
  }
}
