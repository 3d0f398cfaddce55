import type { Clock } from '../src/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time forward; timers that fall due run in order. */
  advance(ms: number): void;
}

/** A clock that stands still until a test moves it. */
export function manualClock(): ManualClock {
  const waiting = new Set<{ at: number; act: () => void }>();
  let now = Date.now();
  return {
    speed: 1,
    now: () => now,
    date: () => now,
    after(labMs, act) {
      const timer = { at: now + Math.max(0, labMs), act };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    close: () => waiting.clear(),
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        waiting.delete(due);
        now = due.at;
        due.act();
      }
      now = until;
    },
  };
}
