import { isLead } from '../instructions/arrange-script.ts';
import type { Ask, Step } from '../instructions/script.ts';
import { dayTimeIn, hasDayTime } from '../understanding/times.ts';
import { hangUp, joined, type Move, type OutboundDialogue, speak } from './outbound-dialogue.ts';
import { words } from './wording.ts';

const nothing = { day: null, time: null };

/** Goes on with what is left to do: tells what has to be told, up to the next question, or says goodbye. */
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

/** What is noted where nobody could make out an answer. */
export const noClearAnswer = 'no clear answer';

/** Says something and puts the open question again. */
export function askAgain(dialogue: OutboundDialogue, lead: string): Move {
  const { stage } = dialogue;
  switch (stage.kind) {
    case 'asking':
      return speak(
        dialogue,
        joined(lead, dialogue.unheard ? withoutThanks(dialogue.said) : stage.ask.question),
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

/** Why the call is made, in the words it was said with or will be. */
export function reasonFor({ script, introduction }: OutboundDialogue): string {
  const first = script.steps.find((step: Step) => step.kind === 'tell');
  // "A short question" is no reason: then who calls says more.
  return first?.kind === 'tell' && !isLead(first) ? first.text : introduction;
}

export function withTodo(dialogue: OutboundDialogue, before: readonly Step[]): OutboundDialogue {
  return { ...dialogue, todo: [...before, ...dialogue.todo] };
}

const scheduleWords =
  /\b(?:suit|time|day|date|attend|make it|be there|appointment|visit|work for you|available|check-?up|meeting|slot|keep (?:it|that|the (?:time|date|appointment))|possible)\b/i;

/** Whether a question is about when: then a no wants another time. */
export function isAboutTime(ask: Ask): boolean {
  if (ask.wants === 'dayTime') return true;
  // What stands in brackets is beside the question, and whether they need something is not about when.
  const asked = ask.question.replace(/\([^()]*\)/g, '');
  if (/^(?:(?:do|did) you (?:need|have|want)|could you please)\b/i.test(asked)) return false;
  return scheduleWords.test(asked) || hasDayTime(dayTimeIn(asked));
}

/** "Will you come?" is about the time where one was told; to an invitation a no is a no. */
export function wantsOtherTime(dialogue: OutboundDialogue, ask: Ask): boolean {
  if (/[$€£]|\binstal?lments?\b/i.test(ask.question)) return false;
  if (isAboutTime(ask)) {
    // "Is the hall free on Saturday?" asks about the hall, and not about them.
    return /\b(?:you|possible|appointment|visit|check-?up|meeting|the (?:time|day|date))\b/i.test(
      ask.question,
    );
  }
  return (
    /\b(?:come|coming)\b(?! again)/i.test(ask.question) &&
    /\b(?:appointment|visit|check-?up|cleaning|lesson|meeting|viewing)\b/i.test(scriptText(dialogue))
  );
}

/** Everything the agent tells and asks on this call. */
export function scriptText({ script }: OutboundDialogue): string {
  return script.steps.map((step) => (step.kind === 'tell' ? step.text : step.question)).join(' ');
}

/** What was said, without the small words it began with. */
export function withoutThanks(said: string): string {
  return said.replace(
    /^(?:(?:Thank you|All right|Good|I see|I will say it again|I will be quick)[^.]{0,30}\.\s+)+/,
    '',
  );
}
