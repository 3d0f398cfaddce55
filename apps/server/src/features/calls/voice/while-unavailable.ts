import { AppError } from '../../../errors.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Between attempts, in milliseconds: a database that restarts is back within seconds. */
const waitMs = 250;

/** Repeats work that failed because the database is unavailable. `attempt` counts from zero; none begins after `until`. */
export async function whileUnavailable<T>(
  clock: Pick<Clock, 'after' | 'time'>,
  until: number,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (err) {
      if (!isUnavailable(err) || clock.time() + waitMs > until) throw err;
    }
    await new Promise<void>((resolve) => clock.after(waitMs, resolve));
  }
}

function isUnavailable(err: unknown): boolean {
  return err instanceof AppError && err.code === 'database_unavailable';
}
