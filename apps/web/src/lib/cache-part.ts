import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from './parsing/live-events.ts';

/** How a feature keeps its cached responses in sync with the event stream. */
export interface CachePart {
  /** The beginnings of the keys of its responses: those shown are fetched again after a gap, the others dropped. */
  keys: readonly QueryKey[];
  /** The beginning of the keys of the responses that `patch` changes for this event; null for an event of others. */
  patches(event: LiveEvent): QueryKey | null;
  /** The response as it is after the event; the same object when nothing changes. */
  patch(queryKey: QueryKey, data: unknown, event: LiveEvent): unknown;
  /** What else an event means, after the responses were patched. */
  apply?(event: LiveEvent): void;
}
