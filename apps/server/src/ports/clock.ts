/** Time as a dependency: tests control it. */
export interface Clock {
  now(): Date;
  /** The same in milliseconds, without creating a Date: it is read for every audio frame. */
  time(): number;
  /** Runs `act` once after so many milliseconds; the returned function cancels it. */
  after(ms: number, act: () => void): () => void;
}

export const wallClock: Clock = {
  now: () => new Date(),
  time: () => Date.now(),
  after(ms, act) {
    // Unreferenced: a timer must not keep a process alive that has nothing else to do.
    const timer = setTimeout(act, Math.max(0, ms)).unref();
    return () => clearTimeout(timer);
  },
};
