import { isGenericOpening } from '../instructions/arrange-script.ts';
import type { Ask, Step } from '../instructions/script.ts';
import { dayTimeIn, hasDayTime } from '../understanding/times.ts';
import { hangUp, joined, type Move, type OutboundDialogue, speak } from './outbound-dialogue.ts';
import { words } from './wording.ts';

const nothing = { day: null, time: null };

/** Says the remaining statements up to and including the next question; without a question left, says goodbye. */
export function advance(dialogue: OutboundDialogue, lead: string): Move {
  const next = dialogue.todo.findIndex((step) => step.kind === 'ask');
  const told = next < 0 ? dialogue.todo : dialogue.todo.slice(0, next);
  const ask = dialogue.todo[next];
  const text = joined(lead, ...told.map((step) => (step.kind === 'tell' ? step.text : '')));
  if (ask?.kind !== 'ask') return finish(dialogue, text);
  const asking: OutboundDialogue = {
    ...dialogue,
    todo: dialogue.todo.slice(next + 1),
    stage: { kind: 'asking', ask, dayTime: nothing, tries: 0 },
  };
  return speak(asking, joined(text, ask.question));
}

function finish(dialogue: OutboundDialogue, lead: string): Move {
  const open = dialogue.notes.some((note) => note.answer === noClearAnswer);
  const preference = dialogue.notes.some((note) => note.preference);
  const promised = /\b(?:call back|confirm)\b/.test(lead);
  const promise = promised
    ? ''
    : open
      ? 'Somebody from the desk will get back to you.'
      : preference
        ? 'The desk will confirm it with you.'
        : '';
  const thanked = /\bthank(?:s| you)\b/i.test(lead);
  return hangUp(dialogue, joined(lead, promise, thanked ? words.niceDay : words.goodbye), 'finished');
}

/** The answer noted if the reply was not understood. */
export const noClearAnswer = 'no clear answer';

/** Says `lead` and repeats the open question. */
export function askAgain(dialogue: OutboundDialogue, lead: string): Move {
  const { stage } = dialogue;
  switch (stage.kind) {
    case 'asking':
      return speak(
        dialogue,
        joined(lead, dialogue.unheard ? withoutAcknowledgement(dialogue.said) : stage.ask.question),
      );
    case 'identify':
      return speak(
        { ...dialogue, stage: { kind: 'identify', at: 'who' } },
        joined(lead, whoQuestion(dialogue)),
      );
    case 'absent':
      return speak(dialogue, joined(lead, `When could we reach ${dialogue.script.party}?`));
    case 'later':
      return speak(dialogue, joined(lead, 'When would be a better time to call?'));
    case 'start':
      return advance(dialogue, lead);
    case 'over':
      return hangUp(dialogue, joined(lead, words.goodbye), 'finished');
  }
}

export function whoQuestion({ script }: OutboundDialogue): string {
  return `Am I speaking with ${script.party}?`;
}

/** The sentence of the script that gives the reason for the call. */
export function reasonFor({ script, introduction }: OutboundDialogue): string {
  const first = script.steps.find((step: Step) => step.kind === 'tell');
  // A generic opening gives no reason, so the introduction is used instead.
  return first?.kind === 'tell' && !isGenericOpening(first) ? first.text : introduction;
}

export function withTodo(dialogue: OutboundDialogue, before: readonly Step[]): OutboundDialogue {
  return { ...dialogue, todo: [...before, ...dialogue.todo] };
}

const scheduleWords =
  /\b(?:suit|time|day|date|attend|make it|be there|appointment|visit|work for you|available|check-?up|meeting|slot|keep (?:it|that|the (?:time|date|appointment))|possible)\b/i;

/** Whether a question is about a day or time. */
export function isAboutTime(ask: Ask): boolean {
  if (ask.wants === 'dayTime') return true;
  // Text in brackets is ignored: "Do you need the care group (7:30-16:00)?" is not about a time.
  const asked = ask.question.replace(/\([^()]*\)/g, '');
  if (/^(?:(?:do|did) you (?:need|have|want)|could you please)\b/i.test(asked)) return false;
  return scheduleWords.test(asked) || hasDayTime(dayTimeIn(asked));
}

/**
 * Whether to ask for another time after a "no". "Will you come?" counts only if an appointment was mentioned; a "no" to
 * an invitation is final.
 */
export function wantsOtherTime(dialogue: OutboundDialogue, ask: Ask): boolean {
  if (/[$€£]|\binstal?lments?\b/i.test(ask.question)) return false;
  if (isAboutTime(ask)) {
    // The question must be about the person called: "Is the hall free on Saturday?" is not.
    return /\b(?:you|possible|appointment|visit|check-?up|meeting|the (?:time|day|date))\b/i.test(
      ask.question,
    );
  }
  return (
    /\b(?:come|coming)\b(?! again)/i.test(ask.question) &&
    /\b(?:appointment|visit|check-?up|cleaning|lesson|meeting|viewing)\b/i.test(scriptText(dialogue))
  );
}

/** All statements and questions of the script. */
export function scriptText({ script }: OutboundDialogue): string {
  return script.steps.map((step) => (step.kind === 'tell' ? step.text : step.question)).join(' ');
}

/** Removes an acknowledgement such as "Thank you." from the start of what was said. */
export function withoutAcknowledgement(said: string): string {
  return said.replace(
    /^(?:(?:Thank you|All right|Good|I see|I will say it again|I will be quick)[^.]{0,30}\.\s+)+/,
    '',
  );
}
