import { setTimeout as delay } from 'node:timers/promises';

/** deadlock_detected and serialization_failure: the database rolled this transaction back so that others could go on. */
const conflictCodes: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

const tries = 4;

/** For a transaction that finds that what it has read was changed by others: it is rolled back and run again. */
export class ChangedMeanwhile extends Error {
  readonly code = '40001';

  constructor() {
    super('A row was changed by another transaction after it was read.');
  }
}

/** Runs a transaction again that the database rolled back because of a conflict. Nothing of it was stored. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= tries || !isConflict(error)) throw error;
      // Random, so that two conflicting transactions do not start again at the same moment.
      await delay(Math.random() * 20 * attempt);
    }
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return conflictCodes.has((error as { code?: string }).code) || isConflict(error.cause);
}
