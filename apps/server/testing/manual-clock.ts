import type { Clock } from '../src/ports/clock.ts';

export interface ManualClock extends Clock {
  /** Lets time pass; what falls due on the way happens on the way. */
  turn(ms: number): void;
}

/** Time that stands still until it is turned. */
export function manualClock(start = '2026-10-13T10:00:00Z'): ManualClock {
  let now = Date.parse(start);
  let timers: { at: number; act: () => void }[] = [];
  return {
    now: () => new Date(now),
    time: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    turn(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (!next) break;
        now = next.at;
        timers = timers.filter((other) => other !== next);
        next.act();
      }
      now = until;
    },
  };
}
