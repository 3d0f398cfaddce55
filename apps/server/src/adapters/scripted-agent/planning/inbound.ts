import type { CallBrief, ConversationEntry } from '../../../ports/language-model.ts';
import { readFacts } from '../instructions/read-script.ts';
import { type Intent, intentsOf } from '../understanding/intents.ts';
import { wordCount } from '../understanding/normalize.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { answerTo } from './facts.ts';
import { type InboundDialogue, missing, questionFor, recap, withAnswers } from './inbound-dialogue.ts';
import { knownAnswer, knownEntries, questionIn } from './knowledge-answers.ts';
import type { CallerInput, Reply } from './outbound-dialogue.ts';
import { joined } from './outbound-dialogue.ts';
import { checkName, citeKnowledge, doNotCall, endCall, lookUp, transferCall } from './tool-calls.ts';
import { introductionIn, words } from './wording.ts';

export interface InboundMove {
  readonly dialogue: InboundDialogue;
  readonly reply: Reply;
}

export function startInbound(brief: CallBrief, history: readonly ConversationEntry[] = []): InboundDialogue {
  // Persona and orders are written for the agent, so only the facts among its abilities are ever said.
  return {
    facts: readFacts(brief.abilities),
    known: knownEntries(brief, history),
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

/** The next turn of an inbound call: finds out what the caller needs and notes it for the desk. */
export function nextInboundMove(dialogue: InboundDialogue, heard: CallerInput): InboundMove {
  const intents = intentsOf(heard.text);
  const move =
    endingMove(dialogue, intents) ??
    digressionMove(dialogue, heard, intents) ??
    requestMove(dialogue, heard, intents);
  const idle = move.dialogue.asked === dialogue.asked ? dialogue.idle + 1 : 0;
  if (idle > maxIdleExchanges && move.reply.tools.length === 0) return hangUp(dialogue, words.giveUp);
  const { name } = move.dialogue;
  const given = { ...move, dialogue: { ...move.dialogue, idle } };
  return name === null || name === dialogue.name ? given : withTool(given, checkName(name));
}

/** The call ends after this many exchanges in a row without progress. */
const maxIdleExchanges = 8;

function endingMove(dialogue: InboundDialogue, intents: ReadonlySet<Intent>): InboundMove | null {
  if (intents.has('doNotCall')) {
    return hangUp(dialogue, words.noMoreCalls, [doNotCall]);
  }
  if (intents.has('wrongNumber')) return hangUp(dialogue, 'No problem at all. Goodbye.');
  if (intents.has('person') && dialogue.canTransfer) {
    return {
      dialogue: { ...dialogue, said: words.transferring },
      reply: { text: words.transferring, tools: [transferCall] },
    };
  }
  const done = intents.has('goodbye') || (intents.has('nothingElse') && dialogue.asked === 'else');
  return done && dialogue.asked !== 'confirm' ? hangUp(dialogue, 'Thank you for calling. Goodbye.') : null;
}

function digressionMove(
  dialogue: InboundDialogue,
  heard: CallerInput,
  intents: ReadonlySet<Intent>,
): InboundMove | null {
  if (intents.has('emergency')) return askAgain(dialogue, words.emergency);
  if (intents.has('injection')) return askAgain(dialogue, words.onlyThis);
  if (intents.has('robot')) return askAgain(dialogue, words.robot);
  if (intents.has('whoIsThis')) return askAgain(dialogue, dialogue.introduction);
  if (intents.has('repeat'))
    return say(dialogue, dialogue.said === '' ? dialogue.introduction : dialogue.said, dialogue.asked);
  if (intents.has('holdOn')) return say(dialogue, words.waiting, dialogue.asked);
  if (heard.text === '') return askAgain(dialogue, heard.pressed === '' ? '' : words.speechOnly);
  if (heard.askedIfThere && wordCount(heard.text) <= 4) return askAgain(dialogue, '');
  return intents.has('howAreYou') && wordCount(heard.text) < 8 ? askAgain(dialogue, words.fine) : null;
}

function requestMove(
  dialogue: InboundDialogue,
  { text }: CallerInput,
  intents: ReadonlySet<Intent>,
): InboundMove {
  const person = intents.has('person');
  const known = withAnswers(dialogue, text, person);
  if (dialogue.asked === 'confirm' && intents.has('goodbye') && polarityOf(text) !== 'yes')
    return hangUp(dialogue, 'Thank you for calling. Goodbye.');
  if (dialogue.asked === 'confirm') return afterRecap(dialogue, known, text);
  if (dialogue.asked === 'else' && known.request === dialogue.request)
    return anythingElse(known, text, intents);
  if (intents.has('question') && known.request === null) return answer(known, text);
  if (known.request === null) return unclear(known, intents);
  return next(
    known,
    person ? 'I cannot connect you from here, but the desk will call you back.' : lead(dialogue, known),
  );
}

/** Asks for the next missing piece of information; when nothing is missing, reads everything back. */
function next(dialogue: InboundDialogue, before: string): InboundMove {
  const wanted = missing(dialogue);
  if (wanted === null) return say(dialogue, joined(before, recap(dialogue), 'Is that right?'), 'confirm');
  return say(dialogue, joined(before, questionFor(dialogue, wanted)), wanted);
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

/**
 * Answers a question from what the agent knows, or from the facts among its abilities; a question that neither answers
 * becomes a message for the desk.
 */
function answer(dialogue: InboundDialogue, text: string): InboundMove {
  const { known, facts } = dialogue;
  const knows = known === null ? null : knownAnswer(known, text);
  if (knows?.kind === 'look up') return { dialogue, reply: { text: '', tools: [lookUp(knows.question)] } };
  const fact = knows?.kind === 'answer' ? knows.text : answerTo(text, facts);
  if (fact !== null) {
    const cited = knows?.kind === 'answer' && knows.number !== null ? [knows.number] : null;
    const move = say(dialogue, joined(fact, 'Is there anything else I can do for you?'), 'else');
    return cited === null ? move : withTool(move, citeKnowledge(questionIn(text), cited));
  }
  const move = next(
    { ...dialogue, request: 'message', reason: text.trim() },
    'I do not know that, but somebody from the desk will call you back.',
  );
  return known?.kind === 'in prompt' ? withTool(move, citeKnowledge(questionIn(text), [])) : move;
}

function withTool(move: InboundMove, tool: Reply['tools'][number]): InboundMove {
  return { ...move, reply: { ...move.reply, tools: [...move.reply.tools, tool] } };
}

function anythingElse(dialogue: InboundDialogue, text: string, intents: ReadonlySet<Intent>): InboundMove {
  if (intents.has('question')) return answer(dialogue, text);
  if (polarityOf(text) === 'no' || intents.has('thanks'))
    return hangUp(dialogue, 'Thank you for calling. Goodbye.');
  return say(dialogue, 'What can I do for you?', 'request');
}

function unclear(dialogue: InboundDialogue, intents: ReadonlySet<Intent>): InboundMove {
  if (intents.has('greeting')) return say(dialogue, joined('Hello.', 'How can I help you?'), 'request');
  if (dialogue.misses >= 2)
    return next({ ...dialogue, request: 'message' }, 'I will ask the desk to call you back.');
  return say(
    { ...dialogue, misses: dialogue.misses + 1 },
    'What can I do for you? I can take down a request for an appointment or a message.',
    'request',
  );
}

function say(dialogue: InboundDialogue, text: string, asked: InboundDialogue['asked']): InboundMove {
  return { dialogue: { ...dialogue, asked, said: text }, reply: { text, tools: [] } };
}

function askAgain(dialogue: InboundDialogue, before: string): InboundMove {
  const { asked } = dialogue;
  if (asked === 'request' || asked === 'else')
    return say(dialogue, joined(before, 'How can I help you?'), 'request');
  if (asked === 'confirm') return say(dialogue, joined(before, recap(dialogue), 'Is that right?'), asked);
  return say(dialogue, joined(before, questionFor(dialogue, asked)), asked);
}

function hangUp(dialogue: InboundDialogue, text: string, tools: Reply['tools'] = []): InboundMove {
  return { dialogue: { ...dialogue, said: text }, reply: { text, tools: [...tools, endCall('finished')] } };
}
