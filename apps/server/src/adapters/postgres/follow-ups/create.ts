import { randomUUIDv7 } from 'node:crypto';
import type { Caller } from '../../../ports/caller.ts';
import type { CreateResult, ManualFollowUp } from '../../../ports/follow-ups.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { isUuid } from '../uuid.ts';
import { announce } from './add.ts';
import { deskPerson } from './people.ts';
import { readFollowUp } from './reads.ts';

/** By hand: a repeated request finds what the first one made. */
export async function createFollowUp(
  database: Database,
  caller: Caller,
  made: ManualFollowUp,
): Promise<CreateResult> {
  const result = await database.forTenant(caller.tenantId, (tx) => create(tx, caller, made));
  if (!('id' in result)) return result;
  const followUp = await readFollowUp(database, caller.tenantId, result.id);
  if (!followUp) throw new Error('The follow-up is gone that was just made.');
  return { kind: 'created', followUp };
}

async function create(
  tx: Transaction,
  { tenantId, userId, displayName }: Caller,
  { key, what, number, contactId, callId, entry, dueAt, owner }: ManualFollowUp,
): Promise<{ id: string } | Exclude<CreateResult, { kind: 'created' }>> {
  const call = callId === undefined ? null : await callOf(tx, tenantId, callId);
  if (callId !== undefined && call === null) return { kind: 'no call' };
  const contact = contactId === undefined ? null : await contactOf(tx, tenantId, contactId);
  if (contactId !== undefined && contact === null) return { kind: 'no contact' };
  const ownerName =
    owner === undefined ? null : owner === userId ? displayName : await deskPerson(tx, tenantId, owner);
  if (owner !== undefined && ownerName === null) return { kind: 'no person' };
  const sourceKey = `hand/${key}`;
  const id = randomUUIDv7();
  const { rows } = await tx.execute(sql`
    insert into follow_ups
      (tenant_id, id, source_key, reason, number, contact_id, call_id, entry, what, due_at, owner, owner_name, created_by,
       created_by_name)
    values (${tenantId}, ${id}, ${sourceKey}, 'hand', ${number ?? contact ?? (call || null)}, ${contactId ?? null}::uuid,
      ${callId ?? null}::uuid, ${entryOf(entry)}::integer, ${what.trim()}, ${dueAt.toISOString()}::timestamptz,
      ${owner ?? null}, ${ownerName}, ${userId}, ${displayName})
    on conflict (tenant_id, source_key) do nothing
    returning id`);
  if (rows.length === 0) {
    const before = await tx.execute<{ id: string }>(
      sql`select id from follow_ups where tenant_id = ${tenantId} and source_key = ${sourceKey}`,
    );
    return { id: before.rows[0]?.id ?? id };
  }
  await appendAudit(tx, { tenantId, actor: userId, action: 'follow-up.created', subject: id });
  await announce(tx, id, { tenantId, callId: callId ?? null, reason: 'hand', urgentWhy: null });
  return { id };
}

/** A place that no transcript has names no entry. */
function entryOf(entry: number | undefined): number | null {
  return entry === undefined || entry > longestTranscript ? null : entry;
}

const longestTranscript = 1_000_000;

/** The number of the other party; an empty text where there is none. */
async function callOf(tx: Transaction, tenantId: string, id: string): Promise<string | null> {
  if (!isUuid(id)) return null;
  const { rows } = await tx.execute<{ number: string | null }>(sql`
    select case direction when 'inbound' then from_number else to_number end as number from calls
    where tenant_id = ${tenantId} and id = ${id} and mode = 'live' for key share`);
  return rows[0] ? (rows[0].number ?? '') : null;
}

async function contactOf(tx: Transaction, tenantId: string, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ number: string }>(
    sql`select number from contacts where tenant_id = ${tenantId} and id = ${id}`,
  );
  return rows[0]?.number ?? null;
}
