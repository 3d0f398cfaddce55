/** The actions in flight, by lock. */
interface InFlight {
  /** Takes the lock synchronously; false when it is held already. */
  begin(lock: string, name: string): boolean;
  end(lock: string): void;
  /** A new map after every change, so that components can compare it. */
  current(): ReadonlyMap<string, string>;
  subscribe(listener: () => void): () => void;
}

/**
 * Outside of React on purpose: the second click of a double click arrives before React has rendered the button as
 * disabled.
 */
function createInFlight(): InFlight {
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

/** One for the whole page: an action on the same row can be started in two places. */
export const inFlight = createInFlight();
