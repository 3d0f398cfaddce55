/** What is being sent right now: lock by lock, with the name of the act that holds it. */
export interface UnderWay {
  /** Takes the lock in this very instant; false when somebody holds it already. */
  begin(lock: string, name: string): boolean;
  end(lock: string): void;
  /** A new map after every change, so that a component can compare. */
  current(): ReadonlyMap<string, string>;
  subscribe(listener: () => void): () => void;
}

/**
 * Kept outside of React on purpose. What a component was rendered with is old by the time of the next press: the
 * second half of a double click arrives before any button can be drawn disabled.
 */
export function createUnderWay(): UnderWay {
  let held: ReadonlyMap<string, string> = new Map();
  const listeners = new Set<() => void>();

  function change(next: ReadonlyMap<string, string>): void {
    held = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    begin(lock, name) {
      if (held.has(lock)) return false;
      change(new Map([...held, [lock, name]]));
      return true;
    },
    end(lock) {
      if (held.has(lock)) change(new Map([...held].filter(([each]) => each !== lock)));
    },
    current: () => held,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** One for the page: the same row can be asked for from two places. */
export const underWay = createUnderWay();
