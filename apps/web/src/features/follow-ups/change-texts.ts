import type { FollowUpChange } from '@parley/contract';
import type { Person } from '../../lib/parsing/follow-ups.ts';
import { momentText } from '../../ui/instant.tsx';

/** What a toast says of a change. */
export function changeText(change: FollowUpChange, me: Person | null, people: readonly Person[]): string {
  switch (change.kind) {
    case 'done':
      return 'Done';
    case 'reopen':
      return 'Open again';
    case 'snooze':
      return `Snoozed until ${momentText(change.until)}`;
    case 'assign':
      return assignText(change.owner, me, people);
    case 'note':
      return 'Note saved';
    case 'due':
      return `Due ${momentText(change.dueAt)}`;
  }
}

function assignText(owner: string | null, me: Person | null, people: readonly Person[]): string {
  if (owner === null) return 'Assigned to nobody';
  if (owner === me?.id) return 'Assigned to you';
  const name = people.find(({ id }) => id === owner)?.displayName ?? '';
  return name === '' ? 'Assigned' : `Assigned to ${name}`;
}
