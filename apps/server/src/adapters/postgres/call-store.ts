import { isTerminal } from '@parley/contract';
import type { CallRecord } from '../../ports/call.ts';
import type { CallChange, CallRef, CallStore } from '../../ports/call-store.ts';
import type { JobSender } from '../../ports/jobs.ts';
import { callReads } from './call-reads.ts';
import { calls, isShown } from './calls-table.ts';
import type { Database, Transaction } from './database.ts';
import { eq } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { openTransaction } from './open-transaction.ts';
import { auditLog, callEvents, dialAttempts } from './schema.ts';
import { isUuid } from './uuid.ts';

export function createCallStore(database: Database, jobs: JobSender): CallStore {
  const within = <T>(ref: CallRef, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    'tenantId' in ref ? database.forTenant(ref.tenantId, work) : database.asSystem(work);

  return {
    ...callReads(database),

    remove: (tenantId, id, actor) =>
      database.forTenant(tenantId, async (tx) => {
        const call = await lock(tx, { id, tenantId });
        if (!call || call.mode === 'try') return 'missing';
        if (!isTerminal(call.status)) return 'live';
        await tx.delete(calls).where(eq(calls.id, id));
        await tx.insert(auditLog).values({ tenantId, actor, action: 'call.deleted', subject: id });
        await notify(tx, { kind: 'removed', tenantId, callId: id });
        return 'removed';
      }),

    find: (ref) =>
      within(ref, async (tx) => {
        if (!isValidRef(ref)) return null;
        const [row] = await tx.select().from(calls).where(matches(ref));
        return row ?? null;
      }),

    change: async (ref, decide) => {
      try {
        return await within(ref, async (tx) => {
          const call = await lock(tx, ref);
          if (!call) return null;
          const change = decide(call);
          if (!change) return { call, changed: false };
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
  const [row] = await tx
    .update(calls)
    .set({ ...changes, ...(turns && { turns: [...turns] }), checkedAt: change.at })
    .where(eq(calls.id, call.id))
    .returning();
  if (!row) throw new Error(`The call ${call.id} disappeared while it was locked.`);
  await insertEvent(tx, row, change.event, change.at);
  if (change.audit) {
    await tx.insert(auditLog).values({ tenantId: row.tenantId, subject: row.id, ...change.audit });
  }
  if (change.releaseKey) {
    await tx.update(dialAttempts).set({ idempotencyKey: null }).where(eq(dialAttempts.callId, row.id));
  }
  if (Object.keys(change.changes).some(isShown)) {
    await notify(tx, { kind: 'changed', tenantId: row.tenantId, callId: row.id });
  }
  return row;
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
