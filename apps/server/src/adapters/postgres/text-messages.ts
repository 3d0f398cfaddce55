import { randomUUIDv7 } from 'node:crypto';
import type { TextOutcome } from '../../ports/carrier.ts';
import type { TextReport } from '../../ports/carrier-connection.ts';
import { type NumberDigest, noDigest } from '../../ports/number-digest.ts';
import type { NewTextMessage, TextMessages } from '../../ports/text-messages.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { Database, Transaction } from './database.ts';
import { sql } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { isUuid } from './uuid.ts';

export function createTextMessages(database: Database, digestOf: NumberDigest = noDigest): TextMessages {
  return {
    begin: (message, most, at) =>
      database.asSystem(async (tx) => {
        const { call, toolCallId } = message;
        const why = await whyNot(tx, message, most, digestOf(call.tenantId, message.to));
        if (why !== null) return { kind: why };
        const id = randomUUIDv7();
        const { rows } = await tx.execute(sql`
          insert into text_messages
            (tenant_id, id, call_id, tool_call_id, to_number, from_number, template, body, state, created_at)
          values (${call.tenantId}, ${id}, ${call.callId}, ${toolCallId}, ${message.to}, ${message.from},
            ${message.template}, ${message.body}, 'sending', ${at.toISOString()}::timestamptz)
          on conflict (tenant_id, call_id, tool_call_id) do nothing returning id`);
        return rows.length > 0 ? { kind: 'begun', id } : { kind: 'repeated' };
      }),

    finish: (tenantId, id, outcome) =>
      database.asSystem(async (tx) => {
        const { state, sid, error } = rowOf(outcome);
        await tx.execute(sql`
          update text_messages set state = ${state}, carrier_sid = ${sid}, error = ${error}
          where tenant_id = ${tenantId} and id = ${id} and delivery is null`);
        // The carrier knows of a STOP that never reached us.
        if (error === 'opted_out')
          await tx.execute(sql`
            insert into text_stops (tenant_id, number)
            select tenant_id, to_number from text_messages where tenant_id = ${tenantId} and id = ${id}
            on conflict do nothing`);
      }),

    report: (call, report) => database.asSystem((tx) => storeReport(tx, call, report)),

    stop: (tenantId, number, at) =>
      database.asSystem(async (tx) => {
        await tx.execute(sql`
          insert into text_stops (tenant_id, number, stopped_at)
          values (${tenantId}, ${number}, ${at.toISOString()}::timestamptz) on conflict do nothing`);
      }),

    allow: (tenantId, number) =>
      database.asSystem(async (tx) => {
        await tx.execute(sql`
          delete from text_stops
          where tenant_id = ${tenantId} and number in (${number}, ${digestOf(tenantId, number)})`);
      }),
  };
}

/**
 * A report may arrive before the answer to the request that sent the message, or where none came: then it tells that it
 * was sent. The first end that is reported stays.
 */
async function storeReport(
  tx: Transaction,
  { tenantId, callId }: CallKey,
  { textId, sid, delivery, code, reason }: TextReport,
): Promise<void> {
  if (!isUuid(textId)) return;
  const { rows } = await tx.execute<{ number: string }>(sql`
    update text_messages
    set delivery = ${delivery}, delivery_code = ${code}, state = 'sent', carrier_sid = ${sid},
      error = case when ${reason}::text = 'cannot_receive_texts' then ${reason} else error end
    where tenant_id = ${tenantId} and id = ${textId} and call_id = ${callId}
      and (carrier_sid is null or carrier_sid = ${sid})
      and (delivery is null or (delivery = 'sent' and ${delivery}::text <> 'sent'))
    returning to_number as number`);
  const [stored] = rows;
  if (!stored) return;
  if (reason === 'opted_out')
    await tx.execute(sql`
      insert into text_stops (tenant_id, number) values (${tenantId}, ${stored.number}) on conflict do nothing`);
  await notify(tx, { kind: 'tool', tenantId, callId });
}

async function whyNot(
  tx: Transaction,
  { call: { tenantId, callId }, to }: NewTextMessage,
  most: number,
  digest: string,
): Promise<'stopped' | 'cannot receive' | 'too many' | null> {
  const { rows } = await tx.execute<{ stopped: boolean; deaf: boolean; sent: number }>(sql`
    select
      exists (select from text_stops where tenant_id = ${tenantId} and number in (${to}, ${digest})) as stopped,
      exists (
        select from text_messages
        where tenant_id = ${tenantId} and to_number = ${to} and error = 'cannot_receive_texts') as deaf,
      (select count(*)::int from text_messages where tenant_id = ${tenantId} and call_id = ${callId}) as sent`);
  const [row] = rows;
  if (row?.stopped) return 'stopped';
  if (row?.deaf) return 'cannot receive';
  return (row?.sent ?? 0) >= most ? 'too many' : null;
}

function rowOf(outcome: TextOutcome) {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', sid: outcome.sid, error: null };
    case 'refused':
      return { state: 'failed', sid: null, error: outcome.refusal.reason };
    case 'unknown':
      return { state: 'unknown', sid: null, error: outcome.detail };
  }
}
