import { type Ask, ask, type Step } from '../instructions/script.ts';
import { hasMoment, type Moment, momentPhrase } from '../understanding/times.ts';
import { advance, askAgain, isAboutTime, noClearAnswer, toldIn, withTodo } from './advance.ts';
import { answerIn } from './answers.ts';
import { hangUp, joined, type Move, type Note, type Stage, speak, type Talk } from './talk.ts';
import { acknowledged, words } from './wording.ts';

type Asking = Extract<Stage, { kind: 'asking' }>;

/** Takes what was said as the answer to the open question, and goes on. */
export function takeAnswer(talk: Talk, stage: Asking, text: string): Move {
  const answer = answerIn(text, stage.ask, stage.moment, toldIn(talk));
  const done: Talk = { ...talk, turns: talk.turns + 1 };
  switch (answer.kind) {
    case 'yes':
      return agreed(done, stage.ask, answer.moment);
    case 'no':
      return declined(done, stage.ask, answer.moment);
    case 'unsure': {
      const lead = isAboutTime(stage.ask)
        ? 'That is all right, you can let us know later.'
        : 'That is all right.';
      return advance(noted(done, stage.ask, 'not sure', false), lead);
    }
    case 'given':
      return given(done, stage.ask, answer.value, answer.typed);
    case 'half':
      return half(done, stage, answer.moment);
    case 'unclear':
      return unclear(talk, stage);
  }
}

function noted(talk: Talk, asked: Ask, answer: string, wish: boolean): Talk {
  const note: Note = { ask: asked, answer, wish };
  return { ...talk, notes: [...talk.notes, note] };
}

function agreed(talk: Talk, asked: Ask, moment: Moment): Move {
  const several = /\bone of those\b/.test(asked.question);
  if (several && !hasMoment(moment)) {
    return advance(withTodo(talk, [ask('Which of them would you prefer', 'moment')]), 'Good.');
  }
  const chosen = hasMoment(moment) && isAboutTime(asked) ? `Good, ${momentPhrase(moment)}.` : null;
  const lead = chosen ?? (asked.wants === 'assent' ? 'Good.' : acknowledged(talk));
  return advance(withTodo(noted(talk, asked, 'yes', several), asked.ifYes), lead);
}

/** A no to a time wants another one; a no to anything else is an answer like any other. */
function declined(talk: Talk, asked: Ask, moment: Moment): Move {
  if (asked.wants === 'assent')
    return advance(noted(talk, asked, 'no', false), 'I understand. I will pass that on to the desk.');
  const next = asked.ifNo.length > 0 ? asked.ifNo : otherTime(talk, asked);
  if (!hasMoment(moment) || !isAboutTime(asked)) {
    return advance(
      withTodo(noted(talk, asked, 'no', false), next),
      next.length > 0 ? 'I see.' : 'All right.',
    );
  }
  // They named a time without being asked for it.
  const rest = next.filter((step) => !(step.kind === 'ask' && isAboutTime(step)));
  const open = next.find((step) => step.kind === 'ask' && step.wants === 'moment');
  const wanted = open?.kind === 'ask' ? open : ask('Which day and time would suit you better', 'moment');
  const after = withTodo(noted(talk, asked, 'no', false), rest);
  if (moment.day !== null && moment.time !== null) return given(after, wanted, momentPhrase(moment), true);
  return half(after, { kind: 'asking', ask: wanted, moment, tries: 0 }, moment);
}

function otherTime(talk: Talk, asked: Ask): readonly Step[] {
  const follows = talk.todo.some((step) => step.kind === 'ask' && step.wants === 'moment');
  const already = /\bbetter\b/.test(asked.question);
  return isAboutTime(asked) && !follows && !already
    ? [ask('Which day and time would suit you better', 'moment')]
    : [];
}

function given(talk: Talk, asked: Ask, value: string, typed: boolean): Move {
  const wish = typed && asked.wants === 'moment' && isAppointment(talk, asked);
  const lead = typed
    ? `Thank you, I have noted ${value}.`
    : asked.wants === 'open'
      ? acknowledged(talk)
      : 'I see, I will pass that on.';
  return advance(noted(talk, asked, value, wish), lead);
}

/** Whether somebody has to keep the time free for them. */
function isAppointment(talk: Talk, asked: Ask): boolean {
  const told = toldIn(talk);
  return (
    /\bsuit|better|prefer|another day/i.test(asked.question) ||
    /\b(?:appointment|visit|check-?up|meeting|reservation|booking|schedule)\b/i.test(told)
  );
}

function half(talk: Talk, stage: Asking, moment: Moment): Move {
  if (stage.tries > 0) return given(talk, stage.ask, momentPhrase(moment), true);
  const question = moment.time === null ? `At what time on ${moment.day}?` : 'On which day?';
  const again: Talk = { ...talk, stage: { ...stage, moment, tries: 1 } };
  return speak(
    again,
    joined('All right.', question.replace(/\bon (?=today|tomorrow|tonight|next|this|the|in|any)/, '')),
  );
}

function unclear(talk: Talk, stage: Asking): Move {
  if (talk.misses >= 4) return hangUp(talk, words.giveUp, 'finished');
  const missed: Talk = { ...talk, misses: talk.misses + 1, stage: { ...stage, tries: stage.tries + 1 } };
  if (stage.tries < 2) return askAgain(missed, words.sorry);
  return advance(noted(missed, stage.ask, noClearAnswer, false), 'Never mind.');
}
