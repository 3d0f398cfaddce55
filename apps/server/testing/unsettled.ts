import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** What is still to be done of ended calls: their cost, summary, outcome and follow-ups come after their end. */
export async function unsettled({ owner }: Pick<TestDatabase, 'owner'>): Promise<string[]> {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ what: string }>(`
    select 'a conversation' as what from voice_passes where used_at is not null and closed_at is null
    union all select 'a job' from jobs.job where name in ('call-summary', 'call-outcome') and state <> 'completed'
    union all select 'an event' from outbox where not assigned
    union all select 'an event' from outbox_positions where last_event > done_event`);
  await client.end();
  return rows.map(({ what }) => what);
}
