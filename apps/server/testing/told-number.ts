import { randomUUID } from 'node:crypto';
import type { OutboxEvent } from '@parley/contract';
import type pg from 'pg';
import type { NumberSource } from '../src/ports/webhooks.ts';

/** A number that webhooks tell of without a call. */
export interface ToldNumber {
  readonly number: string;
  readonly event: OutboxEvent;
  readonly numberOf: NumberSource;
  /** Where it stands: a table and the condition for its row. */
  readonly from: string;
}

export const toldNumber: Readonly<
  Record<NumberSource['kind'], (client: pg.ClientBase, tenantId: string) => Promise<ToldNumber>>
> = {
  listed: async (client, tenantId) => {
    const number = '+15005550176';
    const { rows } = await client.query(
      "insert into do_not_call (tenant_id, number, source) values ($1, $2, 'test') returning id",
      [tenantId, number],
    );
    const entryId: string = rows[0].id;
    return {
      ...{ number, numberOf: { kind: 'listed', id: entryId }, from: `do_not_call where id = '${entryId}'` },
      event: { type: 'dnc.added', version: 1, callId: null, unconfirmed: false, entryId },
    };
  },
  recipient: async (client, tenantId) => {
    const [number, campaignId, row] = ['+15005550177', randomUUID(), 2];
    await client.query(
      `insert into campaigns (tenant_id, id, name, purpose, agent_id, template_id, prompt, defaults, policy)
       values ($1, $2, 'Recall', 'reminder', 'gs-dental', $2, 'Call.', '{}', '{"version": 1}')`,
      [tenantId, campaignId],
    );
    await client.query(
      `insert into recipients (tenant_id, campaign_id, row, state, number, zones, cells)
       values ($1, $2, $3, 'suppressed', $4, '{UTC}', '[]')`,
      [tenantId, campaignId, row, number],
    );
    return {
      ...{ number, numberOf: { kind: 'recipient', campaignId, row } },
      from: `recipients where campaign_id = '${campaignId}'`,
      event: { type: 'recipient.suppressed', version: 1, campaignId, row, reason: 'do_not_call' },
    };
  },
  'follow-up': async (client, tenantId) => {
    const [number, id] = ['+15005550178', randomUUID()];
    await client.query(
      `insert into follow_ups (tenant_id, id, source_key, reason, number, what, due_at)
       values ($1, $2, $3, 'hand', $4, 'Send the form.', now())`,
      [tenantId, id, `hand/${id}`, number],
    );
    return {
      ...{ number, numberOf: { kind: 'follow-up', id }, from: `follow_ups where id = '${id}'` },
      event: {
        ...{ type: 'follow-up.created', version: 1, followUpId: id, callId: null },
        ...{ reason: 'hand', urgent: false },
      },
    };
  },
};
