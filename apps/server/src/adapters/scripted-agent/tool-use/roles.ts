import type { CallBrief } from '../../../ports/language-model.ts';
import type { ToolDefinition } from '../../../ports/voice-tools.ts';

/** What a tool of somebody else does for appointments, as far as its purpose says so. */
export type ToolRole = 'findTimes' | 'findAppointments' | 'book' | 'move' | 'cancel';

export type ToolRoles = Partial<Record<ToolRole, ToolDefinition>>;

/** What other tools speak of too, such as times and days, does not count. */
const about =
  /\b(?:appointments?|bookings?|visits?|reservations?|tables?|slots?|(?:free|available) (?:\w+ )?times?)\b/i;
const free = /\b(?:free|available|open)\b|\bavailabilit/i;

/** The verb that comes first says what it does: "books an appointment at a free time" finds nothing. */
const verbs: readonly (readonly [ToolRole | 'find', RegExp])[] = [
  ['find', /\b(?:find|look|list|get|search|show|check|read)s?\b/i],
  ['cancel', /\bcancel/i],
  ['move', /\b(?:mov(?:e|es|ing)|reschedul\w+|postpon\w+|chang(?:e|es|ing))\b/i],
  ['book', /\b(?:books?|booking|reserv\w+|schedul\w+|mak(?:e|es|ing)|creat(?:e|es|ing))\b/i],
];

function roleOf(purpose: string): ToolRole | null {
  if (!about.test(purpose)) return null;
  const found = verbs
    .map(([role, pattern]) => ({ role, at: purpose.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)[0]?.role;
  if (found !== 'find') return found ?? null;
  return free.test(purpose) ? 'findTimes' : 'findAppointments';
}

/** What the agent must be told to do before it acts so; the other two are part of that. */
const tasks: Record<'book' | 'move' | 'cancel', RegExp> = {
  move: /\b(?:reschedul|mov(?:e|ing)\b|postpon|another (?:day|time)|different (?:day|time)|chang\w+ (?:\w+ ){0,2}appointment)/i,
  book: /\b(?:book|schedul|reserv|mak\w+ (?:\w+ ){0,2}appointment|appointments?\b)/i,
  cancel: /\bcancel/i,
};

/** "Remind them of their appointment" books none. */
const booking = /\b(?:book|schedul|reserv|mak\w+ (?:\w+ ){0,2}appointment)/i;

/** What an outbound call is made for, by its own instructions: an answer to its question begins it. */
export function purposeIn({ direction, instructions }: CallBrief): 'book' | 'move' | null {
  if (direction !== 'outbound' || instructions === null) return null;
  if (tasks.move.test(instructions)) return 'move';
  return booking.test(instructions) ? 'book' : null;
}

/** The tools among those offered whose purpose is in the instructions of the agent. */
export function rolesIn(brief: CallBrief, offered: readonly ToolDefinition[]): ToolRoles {
  const roles: ToolRoles = {};
  for (const tool of offered) {
    const role = roleOf(`${tool.description} ${tool.name.replaceAll('_', ' ')}`);
    if (role && !roles[role]) roles[role] = tool;
  }
  const told = `${brief.instructions ?? ''} ${brief.abilities} ${brief.persona}`;
  for (const task of ['book', 'move', 'cancel'] as const) if (!tasks[task].test(told)) delete roles[task];
  return roles;
}
