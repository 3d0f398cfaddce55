import type { FollowUp } from '../../lib/parsing/follow-ups.ts';
import { type FollowUpPages, found } from './cache/follow-up-pages.ts';
import { compareIn, type Filter, isShown } from './filter.ts';
import { type PendingChange, withPending } from './pending-changes.ts';

/**
 * The rows of a list: what the server said, once each, with what is on its way there. A follow-up that a pending change
 * brings into the list, as Undo does, is there at once.
 */
export function shownFollowUps(
  data: FollowUpPages,
  pending: readonly PendingChange[],
  filter: Filter,
  myId: string | null,
): readonly FollowUp[] {
  // A new one between two requests shifts another onto the next page.
  const byId = new Map(data.pages.flatMap(({ followUps }) => followUps).map((each) => [each.id, each]));
  if (pending.length === 0) return [...byId.values()];
  for (const { id, before } of pending) if (found(data, id) === null) byId.set(id, before);
  return [...byId.values()]
    .map((each) => withPending(each, pending))
    .filter((each) => isShown(filter, each, myId))
    .toSorted(compareIn(filter.state));
}

/** The row that takes the place of one that leaves the list: the next one, or else the one before. */
export function neighbour(rows: readonly FollowUp[], id: string): string | null {
  const index = rows.findIndex((each) => each.id === id);
  return (rows[index + 1] ?? rows[index - 1])?.id ?? null;
}

/**
 * The row that many places further; at an end the last or first one. From one that has left the list it is counted from the
 * place that it had.
 */
export function moved(
  rows: readonly FollowUp[],
  id: string | null,
  by: number,
  lastPlace: number,
): string | null {
  const index = rows.findIndex((each) => each.id === id);
  // What follows has moved up into the place.
  const target = index !== -1 ? index + by : id === null ? 0 : by > 0 ? lastPlace + by - 1 : lastPlace + by;
  return rows[Math.min(rows.length - 1, Math.max(0, target))]?.id ?? null;
}
