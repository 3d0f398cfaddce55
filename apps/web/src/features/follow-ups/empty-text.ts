import type { Filter } from './filter.ts';

/** What an empty list says. */
export function emptyText({ state, owner }: Filter): string {
  if (owner === 'me') return ofMine[state];
  if (owner === 'nobody') return ofNobody[state];
  return ofAnyone[state];
}

const ofAnyone: Record<Filter['state'], string> = {
  open: 'Nothing to follow up. Calls that need somebody appear here.',
  snoozed: 'Nothing is snoozed.',
  done: 'Nothing has been done yet.',
};

const ofMine: Record<Filter['state'], string> = {
  open: 'Nothing of yours is open.',
  snoozed: 'Nothing of yours is snoozed.',
  done: 'Nothing of yours has been done yet.',
};

const ofNobody: Record<Filter['state'], string> = {
  open: 'Every follow-up has an owner.',
  snoozed: 'Nothing without an owner is snoozed.',
  done: 'Nothing without an owner has been done.',
};
