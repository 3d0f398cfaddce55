interface Pause {
  done: Promise<void>;
  cancel: () => void;
}

/** Waits that can be cut short: one by its owner, all by a wake-up call or by the end. */
export function createPause(signal: AbortSignal) {
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const finish of [...waiting]) finish();
  };
  signal.addEventListener('abort', wake, { once: true });

  return {
    wake,
    for(milliseconds: number): Pause {
      if (milliseconds <= 0 || signal.aborted) return { done: Promise.resolve(), cancel: () => {} };
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = Number.isFinite(milliseconds) ? setTimeout(finish, milliseconds) : undefined;
      function finish(): void {
        clearTimeout(timer);
        waiting.delete(finish);
        resolve();
      }
      waiting.add(finish);
      return { done: promise, cancel: finish };
    },
  };
}
