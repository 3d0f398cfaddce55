/** Time as a dependency: tests turn it by hand. */
export interface Clock {
  now(): Date;
  /** The same in milliseconds, for what asks with every frame of sound. */
  time(): number;
  /** Runs `act` once after so many milliseconds; the returned function takes it back. */
  after(ms: number, act: () => void): () => void;
}

export const wallClock: Clock = {
  now: () => new Date(),
  time: () => Date.now(),
  after(ms, act) {
    // What waits here must not keep a process alive that has nothing else to do; what is overdue happens next.
    const timer = setTimeout(act, Math.max(0, ms)).unref();
    return () => clearTimeout(timer);
  },
};
