import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { DialBook, DialDecision, DialLimits, DialOrder } from '../../ports/dial-book.ts';
import { maskNumber } from '../../ports/log.ts';
import type { Database, Transaction } from './database.ts';
import { inTurnByName } from './in-turn.ts';
import { tell } from './live-notices.ts';
import { auditLog, callEvents, calls, dialAttempts, doNotCall } from './schema.ts';

/** As long as for a connection. */
const patienceMs = 10_000;

export function createDialBook(database: Database): DialBook {
  // Whoever waits for the lock holds a connection, so servers wait there, and requests to one server before: a burst of
  // calls must not leave the practice's pages and conversations without a connection.
  const inTurn = inTurnByName(patienceMs);
  return {
    admit: (order, limits) =>
      inTurn(order.tenantId, () =>
        database.forTenant(order.tenantId, async (tx) => {
          // Counting and adding must be one act, or requests that come together would all pass the last free place.
          await tx.execute(
            sql`select pg_advisory_xact_lock(hashtext('parley dial'), hashtext(${order.tenantId}))`,
          );
          return (await refusalOf(tx, order, limits)) ?? { kind: 'admitted', call: await write(tx, order) };
        }),
      ),
  };
}

async function refusalOf(
  tx: Transaction,
  order: DialOrder,
  limits: DialLimits,
): Promise<DialDecision | null> {
  return (await repeated(tx, order)) ?? (await listed(tx, order)) ?? (await exhausted(tx, order, limits));
}

async function repeated(tx: Transaction, order: DialOrder): Promise<DialDecision | null> {
  if (order.idempotencyKey === null) return null;
  const [before] = await tx
    .select()
    .from(dialAttempts)
    .where(eq(dialAttempts.idempotencyKey, order.idempotencyKey));
  if (!before) return null;
  return before.fingerprint === order.fingerprint
    ? { kind: 'repeated', callId: before.callId, to: before.to }
    : { kind: 'key_reused' };
}

async function listed(tx: Transaction, order: DialOrder): Promise<DialDecision | null> {
  const [entry] = await tx
    .select({ number: doNotCall.number })
    .from(doNotCall)
    .where(eq(doNotCall.number, order.to));
  return entry ? { kind: 'do_not_call' } : null;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

async function exhausted(
  tx: Transaction,
  order: DialOrder,
  limits: DialLimits,
): Promise<DialDecision | null> {
  const ofUser = eq(dialAttempts.userId, order.userId);
  return (
    (await full(tx, order, { limit: 'minute', windowMs: minuteMs, most: limits.perMinute, whose: ofUser })) ??
    (await full(tx, order, { limit: 'day', windowMs: dayMs, most: limits.perDay, whose: undefined }))
  );
}

async function full(
  tx: Transaction,
  { at }: DialOrder,
  window: {
    limit: 'minute' | 'day';
    windowMs: number;
    most: number;
    whose: ReturnType<typeof eq> | undefined;
  },
): Promise<DialDecision | null> {
  const since = new Date(at.getTime() - window.windowMs);
  // The place that has to become free before the next call fits in.
  const [oldest] = await tx
    .select({ createdAt: dialAttempts.createdAt })
    .from(dialAttempts)
    .where(and(window.whose, gt(dialAttempts.createdAt, since)))
    .orderBy(desc(dialAttempts.createdAt))
    .offset(window.most - 1)
    .limit(1);
  if (!oldest) return null;
  const freeAt = oldest.createdAt.getTime() + window.windowMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - at.getTime()) / 1000));
  return { kind: 'too_many', limit: window.limit, retryAfterSeconds };
}

async function write(tx: Transaction, order: DialOrder) {
  const { tenantId, callId, userId, to, at } = order;
  const [call] = await tx
    .insert(calls)
    .values({
      tenantId,
      id: callId,
      agentId: order.agentId,
      carrier: order.carrier,
      direction: 'outbound',
      from: order.from,
      to,
      status: 'queued',
      instructions: order.instructions,
      placedBy: userId,
      engine: order.engine,
      createdAt: at,
      checkedAt: at,
    })
    .returning();
  if (!call) throw new Error('The call was not stored.');
  await tx.insert(dialAttempts).values({
    tenantId,
    id: callId,
    callId,
    userId,
    idempotencyKey: order.idempotencyKey,
    fingerprint: order.fingerprint,
    to,
    createdAt: at,
  });
  await tx.insert(callEvents).values({ tenantId, callId, kind: 'requested', at });
  await tx.insert(auditLog).values({
    tenantId,
    actor: userId,
    action: 'call.placed',
    subject: callId,
    data: { agentId: order.agentId, to: maskNumber(to) },
  });
  await tell(tx, { kind: 'changed', tenantId, callId });
  return call;
}
