import { setTimeout as delay } from 'node:timers/promises';

/** deadlock_detected and serialization_failure: the database rolled this transaction back so that others could go on. */
const victimCodes: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);

const tries = 4;

/** Runs a transaction again that the database has chosen as the victim of a conflict. Nothing of it was stored. */
export async function retryVictims<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt >= tries || !isVictim(error)) throw error;
      // Two victims that start again at the same moment would meet again.
      await delay(Math.random() * 20 * attempt);
    }
  }
}

function isVictim(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return victimCodes.has((error as { code?: string }).code) || isVictim(error.cause);
}
