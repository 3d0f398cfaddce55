import type { AgentConfig, TryCost, TryEvent, VoiceEngine } from '@parley/contract';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { BegunTry, NewTry, NewTryEvent, OpenTry, TryLimits, TryStore } from '../../ports/tries.ts';
import { profileOf } from './agents/agent-columns.ts';
import { calls } from './calls-table.ts';
import { reachedLimit } from './costs/spending.ts';
import type { Database, Transaction } from './database.ts';
import { and, desc, eq, gt, isNull, lt, or, sql } from './drizzle.ts';
import type { NoticeConnection } from './notice-connection.ts';
import { agents, tries } from './schema.ts';
import { isUuid } from './uuid.ts';

/** The payload is the id of the call. */
const channel = 'parley_tries';

export function createTryStore(database: Database, notices: NoticeConnection): TryStore {
  return {
    begin: (order, limits) => database.forTenant(order.tenantId, (tx) => begin(tx, order, limits)),

    agentFor: ({ tenantId, callId }) =>
      database.asSystem(async (tx) => {
        const [row] = await tx
          .select({ id: tries.agentId, config: tries.config })
          .from(tries)
          .where(and(eq(tries.tenantId, tenantId), eq(tries.callId, callId)));
        return row ? profileOf({ tenantId, ...row, version: draftVersion }) : null;
      }),

    find: (tenantId, callId, userId) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(callId)) return null;
        const [row] = await tx
          .select({
            ...{ call: calls, channel: tries.channel, endedAt: tries.endedAt },
            requests: tries.requests,
          })
          .from(tries)
          .innerJoin(calls, and(eq(calls.tenantId, tries.tenantId), eq(calls.id, tries.callId)))
          .where(and(eq(tries.tenantId, tenantId), eq(tries.callId, callId), eq(tries.userId, userId)));
        if (!row) return null;
        const { call, channel, requests, endedAt } = row;
        return { call, channel, requests, hasEnded: endedAt !== null };
      }),

    open: (tenantId, agentId, userId, after) =>
      database.forTenant(tenantId, (tx) => openTries(tx, { tenantId, agentId, userId }, after)),

    findLost: (before, one) =>
      database.asSystem(async (tx) => {
        if (one && !isUuid(one.callId)) return [];
        const at = sql`${before.toISOString()}::timestamptz`;
        return tx
          .select({ call: calls, channel: tries.channel })
          .from(tries)
          .innerJoin(calls, and(eq(calls.tenantId, tries.tenantId), eq(calls.id, tries.callId)))
          .where(
            and(
              one && and(eq(tries.tenantId, one.tenantId), eq(tries.callId, one.callId)),
              ...[isNull(tries.endedAt), lt(tries.createdAt, before)],
              // What becomes of a call of the sandbox, its carrier says; its own server needs a moment to store the end.
              or(eq(tries.channel, 'text'), lt(calls.endedAt, before)),
              sql`not exists (
                select from live_sessions as held
                where held.tenant_id = ${tries.tenantId} and held.call_id = ${tries.callId}
                  and held.lease_until > now())`,
              sql`not exists (
                select from voice_passes as session
                where session.tenant_id = ${tries.tenantId} and session.call_id = ${tries.callId}
                  and session.closed_at > ${at})`,
            ),
          )
          .limit(lostMax);
      }),

    startRecording: async ({ tenantId, callId, session }) => {
      await database.asSystem((tx) =>
        tx.execute(sql`
          update tries set recording = ${session} where tenant_id = ${tenantId} and call_id = ${callId}`),
      );
    },

    stopRecording: async ({ tenantId, callId, session }) => {
      await database.asSystem((tx) =>
        tx.execute(sql`
          update tries set recording = null
          where tenant_id = ${tenantId} and call_id = ${callId} and recording = ${session}`),
      );
    },

    addEvent: async (call, event) => {
      await database.asSystem((tx) => addEvent(tx, call, event));
    },

    events: async (tenantId, callId, after) => {
      if (!isUuid(callId)) return [];
      const [rows] = await database.readForTenant(tenantId, [
        { text: eventsAfter, values: [callId, String(after)] },
      ]);
      return rows.map(([number, event]) => ({ ...(event as object), number }) as TryEvent);
    },

    finish: (call, event, { gone } = { gone: false }) =>
      database.asSystem(async (tx) => {
        if ((await lock(tx, call)) && !gone) return false;
        const stored = await addEvent(tx, call, event);
        if (!stored) return false;
        const { rows } = await tx.execute(sql`
          with ended as (
            update tries set ended_at = ${event.at}, seconds = ${event.usage.seconds}
            where tenant_id = ${call.tenantId} and call_id = ${call.callId} and ended_at is null
            returning tenant_id, seconds, requests, input_tokens, output_tokens
          )
          insert into try_usage
            (tenant_id, day, model, currency, cost, tries, seconds, requests, input_tokens, output_tokens)
          select tenant_id, (${event.at}::timestamptz at time zone 'UTC')::date, ${(await modelOf(tx, call)) ?? ''},
            ${event.cost?.currency ?? ''}, ${event.cost?.micros ?? 0}, 1, seconds, requests, input_tokens, output_tokens
          from ended
          on conflict (tenant_id, day, model, currency) do update set
            tries = try_usage.tries + 1, cost = try_usage.cost + excluded.cost,
            seconds = try_usage.seconds + excluded.seconds,
            requests = try_usage.requests + excluded.requests,
            input_tokens = try_usage.input_tokens + excluded.input_tokens,
            output_tokens = try_usage.output_tokens + excluded.output_tokens
          returning 1`);
        if (rows.length === 1 && event.cost !== null) await countSpending(tx, call, event.cost);
        return rows.length === 1;
      }),

    addUsage: async ({ tenantId, callId }, { requests, inputTokens, outputTokens }) => {
      await database.asSystem((tx) =>
        tx.execute(sql`
          update tries set requests = requests + ${requests}, input_tokens = input_tokens + ${inputTokens},
            output_tokens = output_tokens + ${outputTokens}
          where tenant_id = ${tenantId} and call_id = ${callId} and ended_at is null`),
      );
    },

    usage: (call) =>
      database.asSystem(async (tx) => {
        const { tenantId, callId } = call;
        const [row] = await tx
          .select({
            seconds: tries.seconds,
            requests: tries.requests,
            inputTokens: tries.inputTokens,
            outputTokens: tries.outputTokens,
          })
          .from(tries)
          .where(and(eq(tries.tenantId, tenantId), eq(tries.callId, callId)));
        const usage = row ?? { seconds: 0, requests: 0, inputTokens: 0, outputTokens: 0 };
        return { usage, model: await modelOf(tx, call) };
      }),

    removeOlder: async (before) => {
      const { rows } = await database.asSystem((tx) =>
        tx.execute(sql`
          delete from calls using tries
          where tries.created_at < ${before.toISOString()} and calls.mode = 'try'
            and calls.tenant_id = tries.tenant_id and calls.id = tries.call_id
          returning 1`),
      );
      return rows.length;
    },

    listen: (onChange) => notices.listen(channel, { onNotice: onChange, onGap: () => onChange(null) }),
  };
}

/** Of the agent that is named, or of any. */
function openTries(
  tx: Transaction,
  { tenantId, agentId, userId }: { tenantId: string; agentId?: string; userId: string },
  after: Date,
): Promise<OpenTry[]> {
  return tx
    .select({
      ...{ id: tries.callId, agentId: tries.agentId, channel: tries.channel, direction: calls.direction },
      ...{ revision: tries.revision, startedAt: tries.createdAt },
      displayName: sql<string>`${tries.config} #>> '{identity,displayName}'`,
      engine: sql<VoiceEngine | null>`${tries.config} #>> '{engine,engine}'`,
    })
    .from(tries)
    .innerJoin(calls, and(eq(calls.tenantId, tries.tenantId), eq(calls.id, tries.callId)))
    .where(
      and(
        ...[eq(tries.tenantId, tenantId), eq(tries.userId, userId)],
        ...(agentId === undefined ? [] : [eq(tries.agentId, agentId)]),
        ...[isNull(tries.endedAt), gt(tries.createdAt, after)],
      ),
    )
    .orderBy(desc(tries.createdAt));
}

/** Looked for again a little later. */
const lostMax = 100;

/** A draft has no version; the number is never shown. */
const draftVersion = 0;

async function begin(tx: Transaction, order: NewTry, limits: TryLimits): Promise<BegunTry> {
  const { tenantId, callId, agentId, userId, at } = order;
  // Tries of an organization begin one after the other: otherwise two at once would both be the last one allowed.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`try ${tenantId}`}, 0))`);
  const [agent] = await tx
    .select({ config: agents.draft, revision: agents.draftRevision, archivedAt: agents.archivedAt })
    .from(agents)
    .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)));
  if (!agent) return { kind: 'missing' };
  if (agent.archivedAt !== null) return { kind: 'archived' };
  const whose = await tooMany(tx, order, limits);
  if (whose === 'organization') return { kind: 'too_many', whose };
  if (whose === 'person')
    return { kind: 'too_many', whose, open: await openTries(tx, { tenantId, userId }, limits.liveSince) };
  // The scripted agent costs nothing.
  const reached = order.voiceSource === 'scripted' ? null : await reachedLimit(tx, tenantId, at);
  if (reached !== null) return { kind: 'spending_limit', period: reached };
  const config = agent.config as AgentConfig;
  const answered = order.channel === 'text';
  const [call] = await tx
    .insert(calls)
    .values({
      ...{ tenantId, id: callId, agentId, mode: 'try', engine: 'relay', direction: order.direction },
      ...{ carrier: order.carrier, carrierAccount: order.carrierAccount, carrierSid: order.carrierSid },
      ...{ from: order.from, to: order.to, instructions: order.instructions, placedBy: userId },
      ...{ status: answered ? 'in-progress' : 'queued', answeredAt: answered ? at : null },
      ...{ createdAt: at, checkedAt: at, voiceSource: order.voiceSource },
    })
    .returning();
  if (!call) throw new Error('A call was inserted and not returned.');
  await tx.insert(tries).values({
    ...{ tenantId, callId, agentId, userId, channel: order.channel, config },
    ...{ revision: agent.revision, createdAt: at },
  });
  const profile = profileOf({ tenantId, id: agentId, version: draftVersion, config });
  return { kind: 'begun', call, agent: profile, revision: agent.revision };
}

async function tooMany(
  tx: Transaction,
  { tenantId, userId, at }: NewTry,
  { livePerPerson, perDay, liveSince }: TryLimits,
): Promise<'person' | 'organization' | null> {
  const dayAgo = new Date(at.getTime() - 24 * 60 * 60_000);
  const { rows } = await tx.execute<{ live: number; today: number }>(sql`
    select count(*) filter (
        where user_id = ${userId} and ended_at is null and created_at > ${liveSince.toISOString()})::int as live,
      count(*) filter (where created_at > ${dayAgo.toISOString()})::int as today
    from tries where tenant_id = ${tenantId}`);
  if ((rows[0]?.live ?? 0) >= livePerPerson) return 'person';
  return (rows[0]?.today ?? 0) >= perDay ? 'organization' : null;
}

/** Money of the organization, though no call of it: on the day on which the try began (CO4). */
async function countSpending(tx: Transaction, { tenantId, callId }: CallKey, cost: TryCost): Promise<void> {
  await tx.execute(sql`
    insert into spending_days as counted (tenant_id, day, currency, micros, try_micros)
    select tries.tenant_id, (tries.created_at at time zone organization.time_zone)::date, ${cost.currency},
      ${cost.micros}::bigint, ${cost.micros}::bigint
    from tries join organizations as organization on organization.tenant_id = tries.tenant_id
    where tries.tenant_id = ${tenantId} and tries.call_id = ${callId} and ${cost.micros}::bigint > 0
    on conflict (tenant_id, day, currency) do update set micros = counted.micros + excluded.micros,
      try_micros = counted.try_micros + excluded.try_micros`);
}

/** Events of one try come from one session at a time, and from whoever ends it. True while a server records it. */
async function lock(tx: Transaction, { tenantId, callId }: CallKey): Promise<boolean> {
  const { rows } = await tx.execute<{ recording: boolean }>(sql`
    select recording is not null as recording from tries
    where tenant_id = ${tenantId} and call_id = ${callId} for update`);
  return rows[0]?.recording ?? false;
}

/** The first event of a session names it. */
async function modelOf(tx: Transaction, { tenantId, callId }: CallKey): Promise<string | null> {
  const { rows } = await tx.execute<{ model: string | null }>(sql`
    select event ->> 'model' as model from try_events
    where tenant_id = ${tenantId} and call_id = ${callId} and event ->> 'type' = 'began' order by number limit 1`);
  return rows[0]?.model ?? null;
}

async function addEvent(
  tx: Transaction,
  { tenantId, callId }: CallKey,
  event: NewTryEvent,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with open as (
      select tenant_id, call_id from tries
      where tenant_id = ${tenantId} and call_id = ${callId} and ended_at is null for update
    ), added as (
      insert into try_events (tenant_id, call_id, number, at, event)
      select tenant_id, call_id, 1 + coalesce((
          select max(number) from try_events where tenant_id = ${tenantId} and call_id = ${callId}), 0),
        ${event.at}, ${JSON.stringify(event)}::jsonb
      from open returning 1
    )
    select pg_notify(${channel}, ${callId}::text) from added`);
  return rows.length === 1;
}

const eventsAfter = 'select number, event from try_events where call_id = $1 and number > $2 order by number';
