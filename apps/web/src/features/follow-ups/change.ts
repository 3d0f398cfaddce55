import type { FollowUpChange } from '@parley/contract';
import type { FollowUp, FollowUpCounts, Person } from '../../lib/parsing/follow-ups.ts';

/** The follow-up as it will be when the server has made the change. */
export function changed(followUp: FollowUp, change: FollowUpChange, people: readonly Person[]): FollowUp {
  switch (change.kind) {
    case 'done':
      return {
        ...followUp,
        state: 'done',
        snoozedUntil: null,
        closed: { by: null, how: 'person', at: new Date().toISOString() },
      };
    case 'reopen':
      return { ...followUp, state: 'open', snoozedUntil: null, closed: null };
    case 'snooze':
      return { ...followUp, state: 'snoozed', snoozedUntil: change.until, closed: null };
    case 'assign':
      return { ...followUp, owner: ownerOf(change.owner, people) };
    case 'note':
      return { ...followUp, note: change.note };
    case 'due':
      return { ...followUp, dueAt: change.dueAt };
  }
}

function ownerOf(id: string | null, people: readonly Person[]): Person | null {
  if (id === null) return null;
  return people.find((person) => person.id === id) ?? { id, displayName: '' };
}

/** The change that takes back another one. */
export function inverse(before: FollowUp, { kind }: FollowUpChange): FollowUpChange {
  switch (kind) {
    case 'done':
    case 'snooze':
      return before.state === 'snoozed' && before.snoozedUntil !== null
        ? { kind: 'snooze', until: before.snoozedUntil }
        : { kind: 'reopen' };
    case 'reopen':
      return before.state === 'snoozed' && before.snoozedUntil !== null
        ? { kind: 'snooze', until: before.snoozedUntil }
        : { kind: 'done' };
    case 'assign':
      return { kind: 'assign', owner: before.owner?.id ?? null };
    case 'note':
      return { kind: 'note', note: before.note };
    case 'due':
      return { kind: 'due', dueAt: before.dueAt };
  }
}

/** The counts after a follow-up has become another one. */
export function countsAfter(
  counts: FollowUpCounts,
  before: FollowUp,
  after: FollowUp,
  myId: string | null,
): FollowUpCounts {
  const [was, is] = [tallyOf(before, myId), tallyOf(after, myId)];
  const next = (name: keyof FollowUpCounts) => Math.max(0, counts[name] + is[name] - was[name]);
  return { open: next('open'), urgent: next('urgent'), mine: next('mine'), snoozed: next('snoozed') };
}

function tallyOf({ state, urgent, owner }: FollowUp, myId: string | null): FollowUpCounts {
  const isOpen = state === 'open';
  return {
    open: Number(isOpen),
    urgent: Number(isOpen && urgent),
    mine: Number(isOpen && owner !== null && owner.id === myId),
    snoozed: Number(state === 'snoozed'),
  };
}
