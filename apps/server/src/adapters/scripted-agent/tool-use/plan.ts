import type { ConversationEntry } from '../../../ports/language-model.ts';
import type { ToolResult } from '../../../ports/voice-tools.ts';
import { intentsOf } from '../understanding/intents.ts';
import { nameIn } from '../understanding/names.ts';
import { normalizedWords } from '../understanding/normalize.ts';
import { dayTimeIn } from '../understanding/times.ts';
import { polarityOf } from '../understanding/yes-no.ts';
import { appointmentIn, type FoundAppointment, type OfferedTime, timesIn } from './answers.ts';
import { chosenIn, partIn } from './choose-time.ts';
import type { ToolRole, ToolRoles } from './roles.ts';

export type Task = 'book' | 'move' | 'cancel';

/** What the agent is about to do with its tools, computed from the history for every turn. */
export interface ToolPlan {
  readonly task: Task;
  readonly name: string | null;
  readonly day: string | null;
  readonly part: 'morning' | 'afternoon' | null;
  /** The last thing said about the time, to find it among those offered. */
  readonly wish: string;
  /** Undefined before it was looked for, null where there is none. */
  readonly appointment: FoundAppointment | null | undefined;
  readonly times: readonly OfferedTime[] | null;
  readonly chosen: OfferedTime | null;
  /** They said yes to what is about to be done. */
  readonly agreed: boolean;
  /** A tool has not answered yet. */
  readonly isWaiting: boolean;
  /** The time that was chosen has been taken meanwhile. */
  readonly wasTaken: boolean;
  readonly end: PlanEnd | null;
  /** The agent has said what the last tool answered; before that, yes and no are no answers to it. */
  readonly told: boolean;
  /** What they said after the end was told. */
  readonly afterwards: string | null;
}

/** Told as the tool answered it and in no other way. */
export type PlanEnd =
  | { readonly kind: 'done'; readonly spoken: string | null }
  | { readonly kind: 'failed' }
  /** They did not want it after all. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'unknown' };

const wishes: readonly (readonly [Task, RegExp])[] = [
  ['cancel', /\bcancel\b|\bcall (?:it )?off\b/],
  [
    'move',
    /\b(?:reschedul\w*|postpone|rebook|move (?:it|my|the|this)|(?:another|different) (?:day|time)|change (?:it|my|the))\b|\b(?:can't|cannot|can not|won't) (?:make|come|keep)\b|\b(?:doesn't|does not) (?:work|suit)\b/,
  ],
  [
    'book',
    /\b(?:(?:make|book|get|have|need|like|schedule) (?:me )?(?:an?|the|my|some) (?:\w+ )?appointment|book (?:me )?an?)\b/,
  ],
];

/** The plan after everything that was said and answered; null while nothing was asked for that tools can do. */
export function planOf(
  history: readonly ConversationEntry[],
  roles: ToolRoles,
  known: { readonly name: string | null; readonly isOutbound: boolean; readonly purpose: Purpose },
): ToolPlan | null {
  let plan: ToolPlan | null = null;
  let question = '';
  let heard = 0;
  let callerName = known.name;
  for (const entry of history) {
    if (entry.kind === 'said') {
      heard += 1;
      if (plan) plan = withSaid(plan, entry.text);
      else {
        if (!known.isOutbound) callerName ??= nameIn(entry.text);
        // Who answers an outbound call has not said who they are before their second sentence.
        if (!known.isOutbound || heard > 1) {
          const task = wishIn(entry.text) ?? answeredTask(known.purpose, question, entry.text);
          plan = beginning(task, entry.text, roles, callerName);
        }
      }
    }
    if (entry.kind === 'agent') question = questionIn(entry.text);
    if (entry.kind === 'agent' && plan && tells(entry.text)) plan = { ...plan, told: true };
    if (entry.kind === 'tool' && plan) plan = withAnswer(plan, roleOf(entry.call.name, roles), entry.result);
    if (entry.kind === 'lateResult' && plan) plan = withAnswer(plan, roleOf(entry.name, roles), entry.result);
  }
  return plan;
}

/** What an outbound call is for; null where its instructions say nothing that tools can do. */
type Purpose = 'book' | 'move' | null;

function wishIn(text: string): Task | null {
  const said = normalizedWords(text);
  return wishes.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

const asksWhen = /\b(?:which|what) (?:other )?(?:day|time)\b|\bwhen (?:can|could|would|will)\b/i;
const asksWhether = /\b(?:appointment|book|schedule|come|visit|suits?|works?|keep)\b/i;

/** On a call that is made for it, an answer to the agent's own question asks for it as well. */
function answeredTask(purpose: Purpose, question: string, text: string): Task | null {
  if (purpose === null) return null;
  if (asksWhen.test(question)) return dayTimeIn(text, true).day === null ? null : purpose;
  // They come to another appointment, or not to the one they have.
  const wanted = purpose === 'book' ? 'yes' : 'no';
  return asksWhether.test(question) && polarityOf(text) === wanted ? purpose : null;
}

function questionIn(text: string): string {
  return text.match(/[^.?!]*\?/g)?.at(-1) ?? '';
}

function beginning(task: Task | null, text: string, roles: ToolRoles, name: string | null): ToolPlan | null {
  if (!task || !roles[task] || (task !== 'cancel' && !roles.findTimes)) return null;
  if (task !== 'book' && !roles.findAppointments) return null;
  const empty: ToolPlan = {
    task,
    name: nameIn(text) ?? name,
    day: null,
    part: null,
    wish: '',
    appointment: undefined,
    times: null,
    chosen: null,
    agreed: false,
    isWaiting: false,
    wasTaken: false,
    end: null,
    told: true,
    afterwards: null,
  };
  return task === 'cancel' ? empty : withDay(empty, text);
}

function withSaid(plan: ToolPlan, text: string): ToolPlan {
  if (plan.isWaiting) return plan;
  if (plan.end) return plan.told ? { ...plan, afterwards: text } : plan;
  if (plan.name === null) return { ...plan, name: nameIn(text, true) };
  if (plan.task === 'cancel') {
    const answer = answerIn(plan, text);
    if (answer === 'no') return { ...plan, end: { kind: 'kept' }, told: false };
    return { ...plan, agreed: answer === 'yes' };
  }
  const times = plan.times ?? [];
  const chosen = chosenIn(text, times);
  if (chosen) return { ...plan, chosen, agreed: true };
  const named = withDay(plan, text);
  if (named.day !== plan.day || named.part !== plan.part) return { ...named, times: null, chosen: null };
  const answer = answerIn(plan, text);
  if (answer === 'yes' && times[0]) {
    const offered = singleOffer(plan);
    // "Yes" to two times is no choice: the first is asked for alone.
    return offered ? { ...plan, chosen: offered, agreed: true } : { ...plan, times: [times[0]] };
  }
  if (answer === 'no') return { ...plan, day: null, times: null, chosen: null };
  return named;
}

function withDay(plan: ToolPlan, text: string): ToolPlan {
  const { day } = dayTimeIn(text, true);
  const exact =
    day === null
      ? null
      : (/\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\btomorrow\b/i.exec(day)?.[0] ?? null);
  return { ...plan, day: exact ?? plan.day, part: partIn(text) ?? plan.part, wish: text };
}

function withAnswer(plan: ToolPlan, role: ToolRole | null, { status, detail }: ToolResult): ToolPlan {
  if (role === null) return plan;
  if (status === 'running' || status === 'pending') return { ...plan, isWaiting: true };
  const now = { ...plan, isWaiting: false, told: false, afterwards: null };
  const isDone = status === 'done';
  if (role === 'findAppointments') {
    if (!isDone) return { ...now, end: { kind: 'failed' } };
    return { ...now, appointment: appointmentIn(detail) };
  }
  if (role === 'findTimes') {
    if (!isDone) return { ...now, end: { kind: 'failed' } };
    const times = timesIn(detail);
    return { ...now, times, chosen: null, agreed: false };
  }
  if (isDone) {
    const told = appointmentIn(detail)?.spoken ?? timesIn(detail)[0]?.spoken ?? null;
    return { ...now, end: { kind: 'done', spoken: told } };
  }
  const others = timesIn(detail);
  if (others.length > 0) return { ...now, times: others, chosen: null, agreed: false, wasTaken: true };
  const isUnknown =
    status === 'timed_out' || /\b(?:not (?:known|certain|sure)|unknown|uncertain)\b/i.test(detail);
  return { ...now, end: { kind: isUnknown ? 'unknown' : 'failed' } };
}

/** The one time that is offered: the only one left, or the one they wished for before the times were known. */
export function singleOffer({ wish, times, wasTaken }: ToolPlan): OfferedTime | null {
  const [first, ...others] = times ?? [];
  if (first && others.length === 0) return first;
  return wasTaken ? null : chosenIn(wish, times ?? []);
}

export function wantsNothingElse(text: string): boolean {
  const intents = intentsOf(text);
  return (
    intents.has('nothingElse') || intents.has('goodbye') || intents.has('thanks') || polarityOf(text) === 'no'
  );
}

/** Yes or no to what the agent has told; what was said while a tool ran is neither. */
function answerIn({ told }: ToolPlan, text: string): ReturnType<typeof polarityOf> | null {
  return told ? polarityOf(text) : null;
}

/** Whatever a tool answered is told with a question; what is said meanwhile asks nothing. */
function tells(text: string): boolean {
  return text.includes('?') || /\bappointment is\b/i.test(text);
}

function roleOf(name: string, roles: ToolRoles): ToolRole | null {
  for (const role of ['findTimes', 'findAppointments', 'book', 'move', 'cancel'] as const)
    if (roles[role]?.name === name) return role;
  return null;
}
