import type { CallRecord } from '../../ports/call.ts';
import {
  type InboundAdmission,
  type InboundDecision,
  type InboundLimits,
  type InboundRefusal,
  inboundRefusals,
  type NewInboundCall,
} from '../../ports/inbound-admission.ts';
import { calls } from './calls-table.ts';
import type { Database, Transaction } from './database.ts';
import { and, eq, gt, inArray, lt, sql } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { callEvents } from './schema.ts';

const dayMs = 24 * 60 * 60_000;
/** How many refused calls of a tenant are stored in a day: a flood of calls must not fill the list. */
const refusedRowsPerDay = 100;

export function createInboundAdmission(database: Database): InboundAdmission {
  return {
    admit: (call, limits) =>
      database.asSystem(async (tx) => {
        // Counting and inserting must be atomic, or concurrent calls would all take the last free place.
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtext('parley inbound'), hashtext(${call.tenantId}))`,
        );
        const known = await knownCall(tx, call);
        if (known) return decisionOf(known);
        const { taken, refusedRows } = await countsOf(tx, call);
        const reason = refusalOf(taken, call.from === null, limits);
        if (reason !== null && refusedRows >= refusedRowsPerDay) return { kind: 'dropped', reason };
        return decisionOf(await add(tx, reason === null ? call : { ...call, reason }));
      }),
  };
}

async function knownCall(tx: Transaction, { carrierSid }: NewInboundCall): Promise<CallRecord | null> {
  const [row] = await tx
    .select()
    .from(calls)
    .where(eq(calls.carrierSid, carrierSid ?? ''))
    .for('update');
  return row ?? null;
}

function decisionOf(call: CallRecord): InboundDecision {
  return { kind: inboundRefusals.some((reason) => reason === call.reason) ? 'refused' : 'taken', call };
}

interface Taken {
  readonly ofTenant: number;
  readonly ofCaller: number;
  readonly liveOfTenant: number;
  readonly liveOfCaller: number;
}

/** Refused calls do not count: a caller who keeps trying is taken as soon as a place is free. */
async function countsOf(
  tx: Transaction,
  call: NewInboundCall,
): Promise<{ taken: Taken; refusedRows: number }> {
  const isRefused = sql`coalesce(${inArray(calls.reason, [...inboundRefusals])}, false)`;
  const isTheirs = sql`${calls.from} is not distinct from ${call.from}::text`;
  const isLive = inArray(calls.status, ['queued', 'initiated', 'ringing', 'in-progress']);
  const [counts] = await tx
    .select({
      ofTenant: sql<number>`count(*) filter (where not ${isRefused})`.mapWith(Number),
      ofCaller: sql<number>`count(*) filter (where not ${isRefused} and ${isTheirs})`.mapWith(Number),
      liveOfTenant: sql<number>`count(*) filter (where not ${isRefused} and ${isLive})`.mapWith(Number),
      liveOfCaller:
        sql<number>`count(*) filter (where not ${isRefused} and ${isLive} and ${isTheirs})`.mapWith(Number),
      refusedRows: sql<number>`count(*) filter (where ${isRefused})`.mapWith(Number),
    })
    .from(calls)
    .where(
      and(
        eq(calls.tenantId, call.tenantId),
        eq(calls.direction, 'inbound'),
        eq(calls.mode, 'live'),
        gt(calls.createdAt, new Date(call.createdAt.getTime() - dayMs)),
        // Those that a server stored whose clock was ahead would count until that time has come.
        lt(calls.createdAt, new Date(call.createdAt.getTime() + dayMs)),
      ),
    );
  if (!counts) throw new Error('Inbound calls could not be counted.');
  const { refusedRows, ...taken } = counts;
  return { taken, refusedRows };
}

/** Withheld numbers are many callers, so they share half of the tenant's limit instead of having that of one caller. */
function refusalOf(taken: Taken, withheld: boolean, limits: InboundLimits): InboundRefusal | null {
  const half = (limit: number) => Math.ceil(limit / 2);
  const atOnce = withheld ? half(limits.concurrent) : limits.concurrentPerCaller;
  const aDay = withheld ? half(limits.perDay) : limits.perCallerPerDay;
  if (taken.liveOfCaller >= atOnce || taken.ofCaller >= aDay) return 'caller_limit';
  if (taken.liveOfTenant >= limits.concurrent || taken.ofTenant >= limits.perDay) return 'inbound_limit';
  return null;
}

async function add(tx: Transaction, call: NewInboundCall): Promise<CallRecord> {
  const [added] = await tx
    .insert(calls)
    .values({ ...call, direction: 'inbound', status: 'ringing', checkedAt: call.createdAt })
    .returning();
  if (!added) throw new Error('An inbound call was not stored.');
  const { tenantId, id: callId, status, reason, createdAt: at } = added;
  const data = reason === null ? { status } : { status, reason };
  await tx.insert(callEvents).values({ tenantId, callId, kind: 'received', data, at });
  await notify(tx, { kind: 'changed', tenantId, callId });
  return added;
}
