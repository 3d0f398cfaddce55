import type { Clock } from '../ports/clock.ts';

export const figuresTimeoutMs = 2_000;

/**
 * Reads, or says null where that fails or takes too long. A database that hangs must not collect readings: whoever asks
 * while one is under way waits for the same, each for the whole time at most.
 */
export function figuresInTime<T>(read: () => Promise<T>, clock: Clock): () => Promise<T | null> {
  let underWay: Promise<T | null> | null = null;
  return async () => {
    underWay ??= read()
      .catch(() => null)
      .finally(() => {
        underWay = null;
      });
    const late = Promise.withResolvers<null>();
    const cancel = clock.after(figuresTimeoutMs, () => late.resolve(null));
    try {
      return await Promise.race([underWay, late.promise]);
    } finally {
      cancel();
    }
  };
}
