import type { OutboxEvent } from '@parley/contract';
import type { Transaction } from './database.ts';
import { sql } from './drizzle.ts';

export const outboxChannel = 'parley_outbox';

/**
 * Stores an event with the change that causes it. For calls a trigger does the same (0010-outbox.sql). Whoever needs the
 * events of a subject in the order of their commits holds a lock on it here.
 */
export async function appendToOutbox(
  tx: Transaction,
  tenantId: string,
  subject: string,
  { type, ...data }: OutboxEvent,
): Promise<void> {
  // One statement, without RETURNING: a tenant's role may add events and not read them.
  await tx.execute(sql`
    with added as (
      insert into outbox (tenant_id, subject, type, data)
      values (${tenantId}, ${subject}, ${type}, ${JSON.stringify(data)}::jsonb)
    )
    select pg_notify(${outboxChannel}, ${type})`);
}
