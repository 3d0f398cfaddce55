import type { OutboxEvent } from '@parley/contract';
import type { Transaction } from './database.ts';
import { type SQL, sql } from './drizzle.ts';

export const outboxChannel = 'parley_outbox';

/**
 * Stores an event with the change that causes it. For calls a trigger does the same (0010-outbox.sql). Whoever needs the
 * events of a subject in the order of their commits holds a lock on it here.
 */
export async function appendToOutbox(
  tx: Transaction,
  tenantId: string,
  subject: string,
  event: OutboxEvent,
): Promise<void> {
  await appendAllToOutbox(tx, tenantId, event.type, [{ subject, event }]);
}

/** The same for many events of one type, or for none of them where the condition `when` does not hold. */
export async function appendAllToOutbox(
  tx: Transaction,
  tenantId: string,
  type: OutboxEvent['type'],
  events: readonly { readonly subject: string; readonly event: OutboxEvent }[],
  when: SQL = sql`true`,
): Promise<void> {
  const subjects = events.map(({ subject }) => subject);
  const data = events.map(({ event: { type: _, ...rest } }) => JSON.stringify(rest));
  // One statement, without RETURNING: a tenant's role may add events and not read them.
  await tx.execute(sql`
    with added as (
      insert into outbox (tenant_id, subject, type, data)
      select ${tenantId}, subject, ${type}, data::jsonb
      from unnest(${sql.param(subjects)}::text[], ${sql.param(data)}::text[]) as given (subject, data)
      where ${when}
    )
    select pg_notify(${outboxChannel}, ${type}) where ${when}`);
}
