import type { LiveNotice } from '../../ports/live-events.ts';
import type { Transaction } from './database.ts';
import { sql } from './drizzle.ts';

export const liveChannel = 'parley_live';

/** Sent when the transaction commits. Ids only: a listener reads the rest with its own rights. */
export async function notify(tx: Transaction, notice: LiveNotice): Promise<void> {
  await tx.execute(sql`select pg_notify(${liveChannel}, ${JSON.stringify(notice)})`);
}

export function readNotice(payload: string): LiveNotice | null {
  try {
    return JSON.parse(payload) as LiveNotice;
  } catch {
    return null;
  }
}
