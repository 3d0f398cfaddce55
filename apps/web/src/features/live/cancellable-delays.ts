interface Delay {
  done: Promise<void>;
  cancel: () => void;
}

/** Delays that can end early: one by `cancel`, all by `endAll` or by the abort of the signal. */
export function cancellableDelays(signal: AbortSignal) {
  const pending = new Set<() => void>();
  const endAll = () => {
    for (const finish of [...pending]) finish();
  };
  signal.addEventListener('abort', endAll, { once: true });

  return {
    endAll,
    for(milliseconds: number): Delay {
      if (milliseconds <= 0 || signal.aborted) return { done: Promise.resolve(), cancel: () => {} };
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = Number.isFinite(milliseconds) ? setTimeout(finish, milliseconds) : undefined;
      function finish(): void {
        clearTimeout(timer);
        pending.delete(finish);
        resolve();
      }
      pending.add(finish);
      return { done: promise, cancel: finish };
    },
  };
}
