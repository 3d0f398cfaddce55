import { AppError } from '../../../errors.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Between attempts, in milliseconds: a database that restarts is back within seconds. */
const waitMs = 250;
/** Whoever has answered hears nothing meanwhile. After that the carrier is left to ask again what to do. */
const longestMs = 10_000;

/** Repeats work that failed because the database is unavailable. */
export async function whileUnavailable<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (const until = clock.time() + longestMs; ; ) {
    try {
      return await work();
    } catch (err) {
      if (!isUnavailable(err) || clock.time() >= until) throw err;
    }
    await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}

function isUnavailable(err: unknown): boolean {
  return err instanceof AppError && err.code === 'database_unavailable';
}
