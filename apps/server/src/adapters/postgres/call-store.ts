import { terminalStatuses } from '@parley/contract';
import type { CallRecord } from '../../ports/call.ts';
import type { CallChange, CallRef, CallStore } from '../../ports/call-store.ts';
import type { JobSender } from '../../ports/jobs.ts';
import type { LiveNotice } from '../../ports/live-events.ts';
import { appendAudit } from './audit/append.ts';
import { callReads, readCall } from './call-reads.ts';
import { calls, isShown } from './calls-table.ts';
import type { Database, Transaction } from './database.ts';
import { eq, sql } from './drizzle.ts';
import { liveChannel, notify } from './live-notices.ts';
import { openTransaction } from './open-transaction.ts';
import { callEvents, dialAttempts } from './schema.ts';
import { isUuid } from './uuid.ts';

/**
 * Audit entry and notice belong to the deletion: one statement, so that it takes no round trips of their own. Every read
 * asks for calls that are live, so it is gone at once; `removeDeleted` removes it for good.
 */
const removeCall = `
  with removed as (
    update calls set mode = 'deleted', deleted_at = now()
    where id = $1 and mode = 'live' and status in (${terminalStatuses.map((status) => `'${status}'`).join(', ')})
    returning id
  ), audited as (
    insert into audit_log (tenant_id, actor, action, subject) select $2, $3, 'call.deleted', id from removed
  )
  select pg_notify('${liveChannel}', $4) from removed`;
const callToRemove = `select 1 from calls where id = $1 and mode = 'live'`;

/** How long a deletion can be taken back. */
const keptDeleted = "interval '1 minute'";
const restoreCall = `
  with restored as (
    update calls set mode = 'live', deleted_at = null
    where id = $1 and mode = 'deleted' and deleted_at > now() - ${keptDeleted}
    returning id
  ), audited as (
    insert into audit_log (tenant_id, actor, action, subject) select $2, $3, 'call.restored', id from restored
  )
  select pg_notify('${liveChannel}', $4) from restored`;
const removeDeleted = `
  with gone as (
    select tenant_id, id from calls where mode = 'deleted' and deleted_at <= now() - ${keptDeleted}
    order by deleted_at limit $1 for update skip locked
  )
  delete from calls using gone where calls.tenant_id = gone.tenant_id and calls.id = gone.id returning calls.id`;

export function createCallStore(database: Database, jobs: JobSender): CallStore {
  const within = <T>(ref: CallRef, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    'tenantId' in ref ? database.forTenant(ref.tenantId, work) : database.asSystem(work);

  return {
    ...callReads(database),

    remove: async (tenantId, id, actor) => {
      if (!isUuid(id)) return 'missing';
      const notice = JSON.stringify({ kind: 'removed', tenantId, callId: id } satisfies LiveNotice);
      const [removed, left] = await database.writeForTenant(tenantId, [
        { name: 'remove call', text: removeCall, values: [id, tenantId, actor, notice] },
        { name: 'call to remove', text: callToRemove, values: [id] },
      ]);
      if (removed.length > 0) return 'removed';
      return left.length > 0 ? 'live' : 'missing';
    },

    restore: async (tenantId, id, actor) => {
      if (!isUuid(id)) return null;
      const notice = JSON.stringify({ kind: 'changed', tenantId, callId: id } satisfies LiveNotice);
      const [restored] = await database.writeForTenant(tenantId, [
        { name: 'restore call', text: restoreCall, values: [id, tenantId, actor, notice] },
      ]);
      return restored.length > 0 ? readCall(database, tenantId, id) : null;
    },

    removeDeleted: async (limit) => {
      const { rows } = await database.asSystem((tx) =>
        openTransaction(tx).executeSql(removeDeleted, [limit]),
      );
      return rows.length;
    },

    find: (ref) =>
      within(ref, async (tx) => {
        if (!isValidRef(ref)) return null;
        const [row] = await tx.select().from(calls).where(matches(ref));
        return row ?? null;
      }),

    hasEvent: (id, kind) => database.asSystem((tx) => hasEvent(tx, id, kind)),

    change: async (ref, decide) => {
      try {
        return await within(ref, async (tx) => {
          const call = await lock(tx, ref);
          if (!call) return null;
          const change = decide(call);
          if (!change) return { call, changed: false };
          // Nobody else adds one meanwhile: the row is locked.
          if (change.once && (await hasEvent(tx, call.id, change.event.kind)))
            return { call, changed: false };
          const stored = await store(tx, call, change);
          for (const job of change.jobs ?? []) await jobs.send(job, openTransaction(tx));
          return { call: stored, changed: true };
        });
      } catch (error) {
        if (!isTakenSid(error)) throw error;
        const call = await database.asSystem(async (tx) => {
          const [row] = await tx.select().from(calls).where(matches(ref));
          return row ?? null;
        });
        return call && { call, changed: false };
      }
    },
  };
}

async function store(tx: Transaction, call: CallRecord, change: CallChange): Promise<CallRecord> {
  const { turns, ...changes } = change.changes;
  const { tenantId, id } = call;
  const isSeen = Object.keys(change.changes).some(isShown);
  // Sent together: callbacks of one call follow each other closely, and each waits for the row that is locked meanwhile.
  const [[row]] = await Promise.all([
    tx
      .update(calls)
      .set({ ...changes, ...(turns && { turns: [...turns] }), checkedAt: change.at })
      .where(eq(calls.id, id))
      .returning(),
    insertEvent(tx, call, change.event, change.at),
    isSeen ? notify(tx, { kind: 'changed', tenantId, callId: id }) : null,
  ]);
  if (!row) throw new Error(`The call ${id} disappeared while it was locked.`);
  if (change.audit) {
    await appendAudit(tx, { tenantId: row.tenantId, subject: row.id, ...change.audit });
  }
  if (change.releaseKey) {
    await tx.update(dialAttempts).set({ idempotencyKey: null }).where(eq(dialAttempts.callId, row.id));
  }
  return row;
}

async function hasEvent(tx: Transaction, id: string, kind: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  // The index of events begins with the tenant.
  const { rows } = await tx.execute(sql`
    select 1 from call_events join calls on calls.id = call_events.call_id and calls.tenant_id = call_events.tenant_id
    where calls.id = ${id} and call_events.kind = ${kind} limit 1`);
  return rows.length > 0;
}

async function insertEvent(
  tx: Transaction,
  call: CallRecord,
  event: CallChange['event'],
  at: Date,
): Promise<void> {
  await tx.insert(callEvents).values({ tenantId: call.tenantId, callId: call.id, at, ...event });
}

async function lock(tx: Transaction, ref: CallRef): Promise<CallRecord | null> {
  if (!isValidRef(ref)) return null;
  const [row] = await tx.select().from(calls).where(matches(ref)).for('update');
  return row ?? null;
}

function matches(ref: CallRef) {
  return 'sid' in ref ? eq(calls.carrierSid, ref.sid) : eq(calls.id, ref.id);
}

function isValidRef(ref: CallRef): boolean {
  return 'sid' in ref || isUuid(ref.id);
}

function isTakenSid(error: unknown): boolean {
  const { code, constraint, cause } = error as { code?: string; constraint?: string; cause?: unknown };
  if (code === '23505' && constraint === 'calls_carrier_sid') return true;
  return cause !== undefined && isTakenSid(cause);
}
