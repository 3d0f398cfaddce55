import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';

/** Until the end of the transaction: those who look for follow-ups of one thing at once see each other's. */
export async function lockFollowUpsOf(tx: Transaction, what: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parley follow-ups'), hashtext(${what}))`);
}
