import { createHash, randomBytes } from 'node:crypto';
import type { CallOrganization } from '../../ports/call-organization.ts';
import type { LeaseHolder, SessionKey } from '../../ports/session-directory.ts';
import type { OpenedSession, StreamTokens } from '../../ports/stream-tokens.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import { calls } from './calls-table.ts';
import type { Database, Transaction } from './database.ts';
import { and, asc, eq, gt, isNotNull, isNull, sql } from './drizzle.ts';
import { liveSessions, streamTokens } from './schema.ts';

const sessionKey = {
  tenantId: streamTokens.tenantId,
  callId: streamTokens.callId,
  session: streamTokens.session,
};

/** Columns are spelled out: a select of one table leaves out its name, and these would be those of the inner one. */
const isRecorded = sql<boolean>`exists (
  select from recordings
  where recordings.tenant_id = voice_passes.tenant_id and recordings.call_id = voice_passes.call_id)`;

const openedColumns = { ...sessionKey, askedAt: streamTokens.askedAt, recorded: isRecorded };

function openedOf({ recorded, ...key }: OpenedSession): OpenedSession {
  return recorded ? { ...key, recorded } : key;
}

/** Stored as digests only: reading the table does not give access to a call. */
export function createStreamTokens(database: Database): StreamTokens {
  return {
    issue: async ({ tenantId, callId, session }, askedAt, expiresAt) => {
      const token = randomBytes(32).toString('base64url');
      await database.asSystem((tx) =>
        tx
          .insert(streamTokens)
          .values({ tenantId, callId, session, digest: digestOf(token), askedAt, expiresAt }),
      );
      return token;
    },

    use: (token, now, holder, organization) =>
      database.asSystem(async (tx) => {
        const digest = digestOf(token);
        const [found] = await tx
          .select(openedColumns)
          .from(streamTokens)
          .where(
            and(
              eq(streamTokens.digest, digest),
              isNull(streamTokens.usedAt),
              gt(streamTokens.expiresAt, now),
            ),
          );
        if (!found) return null;
        // Tokens of one call are checked one at a time: a repeated webhook issues another token, which must not open a
        // second conversation.
        await tx.select({ id: calls.id }).from(calls).where(eq(calls.id, found.callId)).for('update');
        if (!(await begin(tx, digest, now, holder, organization ?? null))) return null;
        return openedOf(found);
      }),

    heldBy: (token, { serverId }) =>
      database.asSystem(async (tx) => {
        const isHeld = and(
          eq(liveSessions.callId, streamTokens.callId),
          eq(liveSessions.session, streamTokens.session),
          eq(liveSessions.serverId, serverId),
        );
        const [found] = await tx
          .select(openedColumns)
          .from(streamTokens)
          .innerJoin(liveSessions, isHeld)
          .where(and(eq(streamTokens.digest, digestOf(token)), isOpen()));
        return found ? openedOf(found) : null;
      }),

    finish: async (key, now, how) => {
      await database.asSystem(async (tx) => {
        await tx
          .update(streamTokens)
          .set({ closedAt: now, lost: how === 'lost' })
          .where(and(open(key), eq(streamTokens.session, key.session)));
        await tx
          .delete(liveSessions)
          .where(and(eq(liveSessions.callId, key.callId), eq(liveSessions.session, key.session)));
      });
    },

    sessions: ({ callId }) =>
      database.asSystem(async (tx) => {
        const begun = await tx
          .select({
            session: streamTokens.session,
            askedAt: streamTokens.askedAt,
            beganAt: streamTokens.usedAt,
            endedAt: streamTokens.closedAt,
            lost: streamTokens.lost,
            organization: streamTokens.organization,
          })
          .from(streamTokens)
          .where(and(eq(streamTokens.callId, callId), isNotNull(streamTokens.usedAt)))
          .orderBy(asc(streamTokens.session));
        return begun.flatMap(({ askedAt, beganAt, ...rest }) =>
          beganAt === null ? [] : [{ ...rest, askedAt: earlierOf(askedAt, beganAt), beganAt }],
        );
      }),

    openSession: (call) =>
      database.asSystem(async (tx) => {
        const [found] = await tx.select(sessionKey).from(streamTokens).where(open(call));
        return found ?? null;
      }),
  };
}

/**
 * Uses the token if its session is the next one: the session before it has begun and ended, and no later one has begun.
 * The server holds the session from here on.
 */
async function begin(
  tx: Transaction,
  digest: string,
  now: Date,
  { serverId, leaseMs }: LeaseHolder,
  organization: CallOrganization | null,
): Promise<boolean> {
  const at = now.toISOString();
  const kept = organization && JSON.stringify(organization);
  const { rows } = await tx.execute(sql`
    with used as (
      update voice_passes as token set used_at = ${at},
        organization = case session when 1 then ${kept}::jsonb end
      where digest = ${digest} and used_at is null and expires_at > ${at}
        and not exists (
          select from voice_passes as begun
          where begun.call_id = token.call_id and begun.used_at is not null
            and (begun.session >= token.session or begun.closed_at is null)
        )
        and (token.session = 1 or exists (
          select from voice_passes as before
          where before.call_id = token.call_id and before.used_at is not null and before.session = token.session - 1
        ))
      returning tenant_id, call_id, session
    ), held as (
      insert into live_sessions (tenant_id, call_id, session, server_id, lease_until)
      select tenant_id, call_id, session, ${serverId}, now() + ${leaseMs}::float8 * interval '1 millisecond' from used
      on conflict (tenant_id, call_id) do update set
        session = excluded.session, server_id = excluded.server_id, lease_until = excluded.lease_until
    )
    select session from used`);
  return rows.length === 1;
}

const isOpen = () => and(isNotNull(streamTokens.usedAt), isNull(streamTokens.closedAt));

function open({ callId }: CallKey | SessionKey) {
  return and(eq(streamTokens.callId, callId), isOpen());
}

/** The clocks of two servers may differ. */
function earlierOf(askedAt: Date | null, beganAt: Date): Date {
  return askedAt !== null && askedAt < beganAt ? askedAt : beganAt;
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
