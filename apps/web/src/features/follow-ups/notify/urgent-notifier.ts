import type { FollowUp } from '../../../lib/parsing/follow-ups.ts';

/** A follow-up is new as long as this: becoming urgent can take a moment longer than becoming a follow-up. */
const newForMs = 10 * 60_000;

interface NotifierOptions {
  /** Since when the page is open: what was there before has been on the screen already. */
  openedAt: number;
  now: () => number;
  /** Who is asking: what belongs to somebody else is theirs. Null until it is known. */
  myId: () => string | null;
  show: (followUp: FollowUp) => void;
}

/** Decides which follow-ups are worth a notification: urgent, open, new, and each once. */
export function createUrgentNotifier({ openedAt, now, myId, show }: NotifierOptions) {
  const shown = new Set<string>();
  return {
    seen(followUp: FollowUp): void {
      const { id, urgent, state, owner, createdAt } = followUp;
      const made = Date.parse(createdAt);
      const isNew = made >= openedAt && made > now() - newForMs;
      const isOthers = owner !== null && owner.id !== myId();
      if (!urgent || state !== 'open' || !isNew || isOthers || shown.has(id)) return;
      shown.add(id);
      show(followUp);
    },
  };
}
