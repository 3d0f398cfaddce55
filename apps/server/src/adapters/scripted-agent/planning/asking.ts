import { isNegative } from '../instructions/conditions.ts';
import { type Ask, ask, type Step } from '../instructions/script.ts';
import { normalized, wordCount } from '../understanding/normalize.ts';
import { type DayTime, dayTimeIn, dayTimePhrase, hasDayTime } from '../understanding/times.ts';
import {
  advance,
  askAgain,
  isAboutTime,
  noClearAnswer,
  scriptText,
  wantsOtherTime,
  withTodo,
} from './advance.ts';
import { answerIn, wantsOther } from './answers.ts';
import {
  hangUp,
  joined,
  type Move,
  type Note,
  type OutboundDialogue,
  type Stage,
  speak,
} from './outbound-dialogue.ts';
import { acknowledged, words } from './wording.ts';

type Asking = Extract<Stage, { kind: 'asking' }>;

/** Takes an utterance as the answer to the open question and continues the script. */
export function takeAnswer(dialogue: OutboundDialogue, stage: Asking, text: string): Move {
  const answer = answerIn(text, stage.ask, stage.dayTime, scriptText(dialogue));
  if (isSettled.test(normalized(text)) && stage.ask.wants !== 'open')
    return hangUp(dialogue, words.settled, 'finished');
  if (isOnlyComplaint(stage, text)) {
    return askAgain({ ...dialogue, stage: { ...stage, tries: stage.tries + 1 } }, words.sorryAbout);
  }
  if (isExclamation(stage, text)) {
    return askAgain({ ...dialogue, stage: { ...stage, tries: stage.tries + 1 } }, '');
  }
  const done: OutboundDialogue = { ...dialogue, turns: dialogue.turns + 1 };
  switch (answer.kind) {
    case 'yes':
      if (namesOption(stage.ask, text, answer.dayTime))
        return given(done, stage.ask, normalized(text), false);
      return agreed(withoutNeedlessFollowUp(done, text, true), stage.ask, answer.dayTime);
    case 'no':
      return declined(withoutNeedlessFollowUp(done, text, false), stage.ask, answer.dayTime, text);
    case 'unsure': {
      const lead = isAboutTime(stage.ask)
        ? 'That is all right, you can let us know later.'
        : 'That is all right.';
      return advance(noted(done, stage.ask, 'not sure', false), lead);
    }
    case 'given':
      return given(done, stage.ask, answer.value, answer.typed);
    case 'half':
      return half(done, stage, answer.dayTime);
    case 'unclear':
      // A long reply that was not understood twice is stored as it is, for a person to read.
      return stage.tries > 0 && wordCount(text) > 4
        ? given(done, stage.ask, normalized(text), false)
        : unclear(dialogue, stage);
  }
}

/** Whether the reply is only an exclamation and holds nothing that was asked for: "Really? How wonderful!" */
function isExclamation({ ask: asked, tries }: Asking, text: string): boolean {
  return (
    asked.wants === 'open' &&
    tries === 0 &&
    /^May I have\b/.test(asked.question) &&
    /^(?:(?:oh|wow|really|great|wonderful|fantastic|amazing|super|thanks|thank you|how (?:nice|wonderful|lovely)|that(?:'s| is) (?:so )?(?:great|wonderful|nice|amazing|fantastic|lovely))[\s,.!?]*)+$/i.test(
      normalized(text),
    )
  );
}

/** The matter of the call is settled, so the rest of the script is skipped: "I cancelled that last week." */
const isSettled =
  /\b(?:(?:i|we)(?:'ve| have)? (?:already )?cancell?ed|already (?:cancell?ed|paid|sold|moved|sent|done|did|submitted|returned|picked it up|been there)|(?:please )?cancel (?:it|that|this|my|the)\b|(?:switched|changed) (?:my |our )?(?:dentists?|doctors?|suppliers?|providers?|garages?|schools?|banks?|insurers?)|no longer (?:need|want|have) (?:it|that|the|an?)|don't (?:need|want) it any ?more)\b/i;

/** Whether the reply to a choice is a complaint without naming an option: "Two weeks late? That is annoying." */
function isOnlyComplaint({ ask: asked, tries }: Asking, text: string): boolean {
  if (asked.wants !== 'open' || tries > 0 || !complains(text)) return false;
  const options = /^(?:do|would|should|shall)\b[^?]*\bor\b/i.test(asked.question);
  return options && !sharesWord(text, asked.question);
}

function sharesWord(text: string, question: string): boolean {
  const asked = question.toLowerCase();
  return (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => asked.includes(word));
}

const isFollowUp =
  /^(?:Could you tell me )?(?:which one|which|who|whom|when|where|what time|how many|how much|why|what)(?: exactly)?\?$/i;

/** Drops a follow-up such as "Which one?" after "no", and after a "yes" that already answers it. */
function withoutNeedlessFollowUp(dialogue: OutboundDialogue, text: string, yes: boolean): OutboundDialogue {
  const [next, ...rest] = dialogue.todo;
  if (next?.kind !== 'ask' || !isFollowUp.test(next.question)) return dialogue;
  const more = normalized(text).replace(/^(?:yes|yeah|yep|sure|of course|ok|okay|certainly)\b[\s,.]*/i, '');
  if (yes && wordCount(more) < 2) return dialogue;
  const left: OutboundDialogue = { ...dialogue, todo: rest };
  return yes ? noted(left, next, more, false) : left;
}

/** Whether a reply to several options names one of them: "The voucher, please". */
function namesOption({ question }: Ask, text: string, dayTime: DayTime): boolean {
  return (
    /\bone of those\b/.test(question) &&
    !hasDayTime(dayTime) &&
    wordCount(text) > 1 &&
    sharesWord(text, question)
  );
}

function noted(
  dialogue: OutboundDialogue,
  asked: Ask,
  answer: string,
  preference: boolean,
): OutboundDialogue {
  const note: Note = { ask: asked, answer, preference };
  return { ...dialogue, notes: [...dialogue.notes, note] };
}

function agreed(dialogue: OutboundDialogue, asked: Ask, dayTime: DayTime): Move {
  const several = /\bone of those\b/.test(asked.question);
  if (several && !hasDayTime(dayTime)) {
    return advance(
      withTodo(dialogue, [
        ask('Which of them would you prefer', hasDayTime(dayTimeIn(asked.question)) ? 'dayTime' : 'open'),
      ]),
      'Good.',
    );
  }
  const chosen = hasDayTime(dayTime) && isAboutTime(asked) ? `Good, ${dayTimePhrase(dayTime)}.` : null;
  // After "yes" to a question about a complaint ("Do you have pain?") the agent does not say "Good".
  const bad = isComplaint.test(asked.question) ? words.notedThat : null;
  const lead = chosen ?? bad ?? (asked.wants === 'assent' ? 'Good.' : acknowledged(dialogue));
  return advance(withTodo(noted(dialogue, asked, 'yes', several), asked.ifYes), lead);
}

/** Notes a "no". If it was about a time, asks for another one or takes the one that was named. */
function declined(dialogue: OutboundDialogue, asked: Ask, dayTime: DayTime, text: string): Move {
  if (asked.wants === 'assent')
    return advance(noted(dialogue, asked, 'no', false), 'I understand. I will pass that on to the desk.');
  const next = asked.ifNo.length > 0 ? withoutWhy(asked.ifNo, text) : otherTime(dialogue, asked, text);
  if (!hasDayTime(dayTime) || !isAboutTime(asked)) {
    const lead = next.length > 0 ? 'I see.' : wordCount(text) > 3 ? words.passOn : 'All right.';
    return advance(withTodo(noted(dialogue, asked, 'no', false), next), lead);
  }
  // The reply names another time already.
  const rest = next.filter((step) => !(step.kind === 'ask' && isAboutTime(step)));
  const open = next.find((step) => step.kind === 'ask' && step.wants === 'dayTime');
  const wanted = open?.kind === 'ask' ? open : ask('Which day and time would suit you better', 'dayTime');
  const after = withTodo(noted(dialogue, asked, 'no', false), rest);
  // A time without a day means the day of the script.
  const sameDay = dayTime.day === null && dayTimeIn(scriptText(dialogue)).day !== null;
  if (sameDay || (dayTime.day !== null && dayTime.time !== null))
    return given(after, wanted, dayTimePhrase(dayTime), true);
  return half(after, { kind: 'asking', ask: wanted, dayTime, tries: 0 }, dayTime);
}

/** Drops the question "why" if the reply has more than three words: they probably give the reason. */
function withoutWhy(steps: readonly Step[], text: string): readonly Step[] {
  const told = wordCount(text) > 3;
  return steps.filter((step) => !(told && step.kind === 'ask' && /\bwhy(?: not)?\?$/i.test(step.question)));
}

function otherTime(dialogue: OutboundDialogue, asked: Ask, text: string): readonly Step[] {
  const follows = dialogue.todo.some((step) => step.kind === 'ask' && step.wants === 'dayTime');
  const already = /\bbetter\b|\bother time\b/.test(asked.question);
  const refused = /\b(?:don't|do not) (?:want|need)\b|\bno,? thank/i.test(normalized(text));
  if (refused || !(wantsOtherTime(dialogue, asked) || wantsOther.test(text)) || follows || already) return [];
  // An institution that is asked for a table is asked what is possible, not what suits it.
  const question = /\bpossible\b/.test(asked.question)
    ? 'Which other time would be possible'
    : 'Which day and time would suit you better';
  return [ask(question, 'dayTime')];
}

function given(dialogue: OutboundDialogue, asked: Ask, value: string, typed: boolean): Move {
  const preference = typed && asked.wants === 'dayTime' && isAppointment(dialogue, asked);
  // The conditional steps that apply to a free answer: "If they cancel, …".
  const cases =
    asked.ifNo.length > 0 && isNegative(value) ? asked.ifNo : isNegative(value) ? [] : asked.ifYes;
  return advance(
    withTodo(noted(dialogue, asked, value, preference), cases),
    leadFor(dialogue, asked, value, typed),
  );
}

function leadFor(dialogue: OutboundDialogue, asked: Ask, value: string, typed: boolean): string {
  // Avoids "I have noted at five".
  if (typed && /^(?:at|around|about|by|before|after|from|in|until|till|during)\b/.test(value))
    return `Thank you, ${value}. I have noted that.`;
  if (typed) return `Thank you, I have noted ${value}.`;
  if (asked.wants === 'open' && complains(value)) return words.sorryToHear;
  return asked.wants !== 'open' || isObjection.test(value) ? words.passOn : acknowledged(dialogue);
}

/** Whether a text is a complaint. Negated words such as in "not too bad" or "no pain" do not count. */
function complains(text: string): boolean {
  return isComplaint.test(
    text.replace(
      /\b(?:not (?:too |so |that |at all )?|no (?:more )?|without |isn't |doesn't |never )(?:bad|terrible|pain|hurts?|worse)\b/gi,
      ' ',
    ),
  );
}

const isComplaint =
  /\b(?:terrible|awful|horrible|bad|worse|worst|disappoint\w*|unhappy|annoy\w*|poor|rude|dirty|broken|(?:did|does|was|is)(?:n't| not) (?:work|good|clean|nice)|not (?:good|happy|satisfied|great)|pain|swelling|bleeding|fever|hurts?|a (?:mess|shame|disaster))\b/i;
const isObjection =
  /\b(?:didn't|did not|can't|cannot|won't|impossible|doesn't work|does not work|neither|none|nobody)\b/i;

/** Whether a day or time is for an appointment, which the desk has to confirm. */
function isAppointment(dialogue: OutboundDialogue, asked: Ask): boolean {
  const told = scriptText(dialogue);
  return (
    /\bsuit|better|prefer|another day/i.test(asked.question) ||
    /\b(?:appointment|visit|check-?up|meeting|reservation|booking|schedule)\b/i.test(told)
  );
}

function half(dialogue: OutboundDialogue, stage: Asking, dayTime: DayTime): Move {
  if (stage.tries > 0) return given(dialogue, stage.ask, dayTimePhrase(dayTime), true);
  const question = dayTime.time === null ? `At what time on ${dayTime.day}?` : 'On which day?';
  const again: OutboundDialogue = { ...dialogue, stage: { ...stage, dayTime, tries: 1 } };
  return speak(
    again,
    joined(
      'All right.',
      question.replace(
        /\bon (?=today|tomorrow|tonight|next|this|the (?!\d|\w+(?:th|st|nd|rd)\b)|in|any)/,
        '',
      ),
    ),
  );
}

function unclear(dialogue: OutboundDialogue, stage: Asking): Move {
  if (dialogue.misses >= 4) return hangUp(dialogue, words.giveUp, 'finished');
  const missed: OutboundDialogue = {
    ...dialogue,
    misses: dialogue.misses + 1,
    stage: { ...stage, tries: stage.tries + 1 },
  };
  if (stage.tries < 2) return askAgain(missed, words.sorry);
  return advance(noted(missed, stage.ask, noClearAnswer, false), 'Never mind.');
}
