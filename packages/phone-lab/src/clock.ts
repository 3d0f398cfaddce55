/** Lab time runs `speed` times faster than real time. Everything that belongs to a call is in lab time. */
export interface Clock {
  readonly speed: number;
  /** Monotonic real-time milliseconds from an arbitrary origin, for waits and durations. */
  now(): number;
  /** The machine's date in milliseconds since the epoch, for dates that are shown; it can be set back at any time. */
  date(): number;
  /** Runs `act` after `labMs` of lab time; the returned function cancels it. */
  after(labMs: number, act: () => void): () => void;
  /** Cancels everything that waits. */
  close(): void;
}

/** setTimeout fires at once for longer delays. */
const longestTimer = 2_147_483_647;

export function wallClock(speed = 1): Clock {
  if (!(speed > 0) || !Number.isFinite(speed)) throw new RangeError(`speed must be above 0, got ${speed}`);
  const waiting = new Set<NodeJS.Timeout>();
  return {
    speed,
    now: () => performance.now(),
    date: () => Date.now(),
    after(labMs, act) {
      const timer = setTimeout(
        () => {
          waiting.delete(timer);
          act();
        },
        Math.min(longestTimer, Math.max(0, labMs / speed)),
      );
      waiting.add(timer);
      return () => {
        waiting.delete(timer);
        clearTimeout(timer);
      };
    },
    close() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** A wait ended early: the call ended, or its document was replaced. */
export class Interrupted extends Error {
  constructor() {
    super('interrupted');
    this.name = 'Interrupted';
  }
}

export function sleep(clock: Clock, labMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Interrupted());
    const onAbort = () => {
      cancel();
      reject(new Interrupted());
    };
    const cancel = clock.after(labMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Settles with `promise`, or rejects as soon as the signal fires. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Interrupted());
    const onAbort = () => reject(new Interrupted());
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
