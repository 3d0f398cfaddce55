import type { LiveEvent } from './parsing/live-events.ts';

/** Of parts of a page that are loaded later than the event stream. They get null after a gap in the events. */
export const liveListeners = new Set<(event: LiveEvent | null) => void>();

export function notifyListeners(event: LiveEvent | null): void {
  for (const listener of liveListeners) listener(event);
}
