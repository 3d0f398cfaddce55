import type { FollowUp, FollowUpCounts } from '../../lib/parsing/follow-ups.ts';

export const states = ['open', 'snoozed', 'done'] as const;
export const owners = ['anyone', 'me', 'nobody'] as const;

/** Which follow-ups a list shows. */
export interface Filter {
  state: (typeof states)[number];
  owner: (typeof owners)[number];
}

export const everythingOpen: Filter = { state: 'open', owner: 'anyone' };

/** From the address, where anything may stand. */
export function inboxFilterOf(state: string | null, owner: string | null): Filter {
  return {
    state: states.find((each) => each === state) ?? everythingOpen.state,
    owner: owners.find((each) => each === owner) ?? everythingOpen.owner,
  };
}

/** Whether the list shows it. Without knowing who is asking, nothing that has an owner is one's own. */
export function isShown(filter: Filter, { state, owner }: FollowUp, myId: string | null): boolean {
  if (state !== filter.state) return false;
  if (filter.owner === 'nobody') return owner === null;
  return filter.owner === 'anyone' || (owner !== null && owner.id === myId);
}

/** How many a list has of which only a part is loaded; undefined where nobody counts them. */
export function countIn({ state, owner }: Filter, counts: FollowUpCounts | undefined): number | undefined {
  if (state === 'open') return owner === 'anyone' ? counts?.open : owner === 'me' ? counts?.mine : undefined;
  return state === 'snoozed' && owner === 'anyone' ? counts?.snoozed : undefined;
}

/** In the order of the list: what is urgent first, then what is due first; snoozed ones by when they come back; done ones last first. */
export function compareIn(state: Filter['state']): (one: FollowUp, other: FollowUp) => number {
  if (state === 'done') return (one, other) => at(other.closed?.at) - at(one.closed?.at) || byId(other, one);
  if (state === 'snoozed')
    return (one, other) => at(one.snoozedUntil) - at(other.snoozedUntil) || byId(one, other);
  return (one, other) =>
    Number(other.urgent) - Number(one.urgent) || at(one.dueAt) - at(other.dueAt) || byId(one, other);
}

/** An unknown time is the last one. */
function at(instant: string | null | undefined): number {
  const time = Date.parse(instant ?? '');
  return Number.isNaN(time) ? Number.MAX_SAFE_INTEGER : time;
}

const byId = (one: FollowUp, other: FollowUp) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
