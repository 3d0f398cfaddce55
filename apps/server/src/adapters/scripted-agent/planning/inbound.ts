import type { CallBrief } from '../../../ports/language-model.ts';
import { readFacts } from '../instructions/read-script.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { wordCount } from '../understanding/normalize.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { answerTo } from './facts.ts';
import { type InboundDialogue, missing, questionFor, recap, withAnswers } from './inbound-dialogue.ts';
import type { CallerInput, Reply } from './outbound-dialogue.ts';
import { joined } from './outbound-dialogue.ts';
import { introductionIn, words } from './wording.ts';

export interface InboundMove {
  readonly talk: InboundDialogue;
  readonly reply: Reply;
}

export function startInbound(brief: CallBrief): InboundDialogue {
  // How the agent is, and what it is to do, is written for the agent: nobody on the phone hears a word of it.
  return {
    facts: readFacts(brief.abilities),
    introduction: introductionIn(brief.greeting, brief.agentName),
    canTransfer: brief.canTransfer,
    request: null,
    name: null,
    reason: null,
    dayTime: { day: null, time: null },
    asked: 'request',
    said: '',
    misses: 0,
    idle: 0,
  };
}

/** The next turn of a call that somebody makes to us: find out what they need, and take it down for the desk. */
export function respondInbound(desk: InboundDialogue, heard: CallerInput): InboundMove {
  const intents = intentsOf(heard.text);
  const move = leaveNow(desk, intents) ?? sideMatter(desk, heard, intents) ?? goOn(desk, heard, intents);
  const idle = move.talk.asked === desk.asked ? desk.idle + 1 : 0;
  if (idle > mostIdle && move.reply.tools.length === 0) return hangUp(desk, words.giveUp);
  return { ...move, talk: { ...move.talk, idle } };
}

/** Patience with somebody who never answers. */
const mostIdle = 8;

function leaveNow(desk: InboundDialogue, intents: ReadonlySet<Intent>): InboundMove | null {
  if (intents.has('doNotCall')) {
    return hangUp(desk, words.noMoreCalls, [{ name: 'do_not_call', input: {} }]);
  }
  if (intents.has('wrongNumber')) return hangUp(desk, 'No problem at all. Goodbye.');
  if (intents.has('person') && desk.canTransfer) {
    const tools = [{ name: 'transfer_call', input: { reason: 'They asked for a person.' } }] as const;
    return { talk: { ...desk, said: words.transferring }, reply: { text: words.transferring, tools } };
  }
  const done = intents.has('goodbye') || (intents.has('nothingElse') && desk.asked === 'else');
  return done && desk.asked !== 'confirm' ? hangUp(desk, 'Thank you for calling. Goodbye.') : null;
}

function sideMatter(
  desk: InboundDialogue,
  heard: CallerInput,
  intents: ReadonlySet<Intent>,
): InboundMove | null {
  if (intents.has('emergency')) return askAgain(desk, words.emergency);
  if (intents.has('injection')) return askAgain(desk, words.onlyThis);
  if (intents.has('robot')) return askAgain(desk, words.robot);
  if (intents.has('whoIsThis')) return askAgain(desk, desk.introduction);
  if (intents.has('repeat')) return say(desk, desk.said === '' ? desk.introduction : desk.said, desk.asked);
  if (intents.has('holdOn')) return say(desk, words.waiting, desk.asked);
  if (heard.text === '') return askAgain(desk, heard.pressed === '' ? '' : words.keysAreSilent);
  if (heard.askedIfThere && wordCount(heard.text) <= 4) return askAgain(desk, '');
  return intents.has('howAreYou') && wordCount(heard.text) < 8 ? askAgain(desk, words.fine) : null;
}

function goOn(desk: InboundDialogue, { text }: CallerInput, intents: ReadonlySet<Intent>): InboundMove {
  const person = intents.has('person');
  const known = withAnswers(desk, text, person);
  if (desk.asked === 'confirm' && intents.has('goodbye') && polarityOf(text) !== 'yes')
    return hangUp(desk, 'Thank you for calling. Goodbye.');
  if (desk.asked === 'confirm') return afterRecap(desk, known, text);
  if (desk.asked === 'else' && known.request === desk.request) return anythingElse(known, text, intents);
  if (intents.has('question') && known.request === null) return answer(known, text);
  if (known.request === null) return unclear(known, intents);
  return next(
    known,
    person ? 'I cannot connect you from here, but the desk will call you back.' : lead(desk, known),
  );
}

/** Asks for what is still missing, one thing at a time, and then reads it all back. */
function next(desk: InboundDialogue, before: string): InboundMove {
  const wanted = missing(desk);
  if (wanted === null) return say(desk, joined(before, recap(desk), 'Is that right?'), 'confirm');
  return say(desk, joined(before, questionFor(desk, wanted)), wanted);
}

function lead(before: InboundDialogue, now: InboundDialogue): string {
  if (before.request === null) return 'I can take that down for the desk.';
  if (before.name === null && now.name !== null) return `Thank you, ${now.name}.`;
  const learned = now.reason !== before.reason || now.dayTime !== before.dayTime;
  return learned ? 'Thank you.' : words.sorry;
}

function afterRecap(before: InboundDialogue, known: InboundDialogue, text: string): InboundMove {
  if (polarityOf(text) === 'yes') {
    return hangUp(known, 'Thank you. The desk will call you back to confirm. Goodbye.');
  }
  const changed =
    known.name !== before.name || known.dayTime !== before.dayTime || known.reason !== before.reason;
  if (changed || before.misses > 1) {
    return before.misses > 2
      ? hangUp(known, 'Thank you. The desk will call you back about it. Goodbye.')
      : next({ ...known, misses: known.misses + 1 }, 'I have changed that.');
  }
  return say({ ...known, misses: known.misses + 1 }, 'I am sorry. What should I change?', 'confirm');
}

/** Something is known, or it is taken down: a question never gets an invented answer. */
function answer(desk: InboundDialogue, text: string): InboundMove {
  const fact = answerTo(text, desk.facts);
  if (fact !== null) return say(desk, joined(fact, 'Is there anything else I can do for you?'), 'else');
  return next(
    { ...desk, request: 'message', reason: text.trim() },
    'I do not know that, but somebody from the desk will call you back.',
  );
}

function anythingElse(desk: InboundDialogue, text: string, intents: ReadonlySet<Intent>): InboundMove {
  if (intents.has('question')) return answer(desk, text);
  if (polarityOf(text) === 'no' || intents.has('thanks'))
    return hangUp(desk, 'Thank you for calling. Goodbye.');
  return say(desk, 'What can I do for you?', 'request');
}

function unclear(desk: InboundDialogue, intents: ReadonlySet<Intent>): InboundMove {
  if (intents.has('greeting')) return say(desk, joined('Hello.', 'How can I help you?'), 'request');
  if (desk.misses >= 2) return next({ ...desk, request: 'message' }, 'I will ask the desk to call you back.');
  return say(
    { ...desk, misses: desk.misses + 1 },
    'What can I do for you? I can take down a request for an appointment or a message.',
    'request',
  );
}

function say(desk: InboundDialogue, text: string, asked: InboundDialogue['asked']): InboundMove {
  return { talk: { ...desk, asked, said: text }, reply: { text, tools: [] } };
}

function askAgain(desk: InboundDialogue, before: string): InboundMove {
  const { asked } = desk;
  if (asked === 'request' || asked === 'else')
    return say(desk, joined(before, 'How can I help you?'), 'request');
  if (asked === 'confirm') return say(desk, joined(before, recap(desk), 'Is that right?'), asked);
  return say(desk, joined(before, questionFor(desk, asked)), asked);
}

function hangUp(desk: InboundDialogue, text: string, tools: Reply['tools'] = []): InboundMove {
  const all: Reply['tools'] = [...tools, { name: 'end_call', input: { reason: 'finished' } }];
  return { talk: { ...desk, said: text }, reply: { text, tools: all } };
}
