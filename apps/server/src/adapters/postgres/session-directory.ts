import type { SessionDirectory, SessionKey } from '../../ports/session-directory.ts';
import type { Database } from './database.ts';
import { and, eq, gt, sql } from './drizzle.ts';
import { liveSessions } from './schema.ts';

export function createSessionDirectory(database: Database): SessionDirectory {
  return {
    find: ({ tenantId, callId }) =>
      database.asSystem(async (tx) => {
        const [held] = await tx
          .select({
            tenantId: liveSessions.tenantId,
            callId: liveSessions.callId,
            session: liveSessions.session,
            serverId: liveSessions.serverId,
          })
          .from(liveSessions)
          .where(
            and(
              eq(liveSessions.tenantId, tenantId),
              eq(liveSessions.callId, callId),
              gt(liveSessions.leaseUntil, sql`now()`),
            ),
          );
        return held ?? null;
      }),

    isListed: ({ tenantId, callId, session }) =>
      database.asSystem(async (tx) => {
        const listed = await tx
          .select({ session: liveSessions.session })
          .from(liveSessions)
          .where(
            and(
              eq(liveSessions.tenantId, tenantId),
              eq(liveSessions.callId, callId),
              eq(liveSessions.session, session),
            ),
          );
        return listed.length > 0;
      }),

    renew: ({ serverId, leaseMs }, sessions) =>
      database.asSystem(async (tx) => {
        const column = (values: readonly unknown[]) => sql.param(values);
        const { rows } = await tx.execute<SessionKey & Record<string, unknown>>(sql`
          update live_sessions as live set lease_until = now() + ${leaseMs}::float8 * interval '1 millisecond'
          from unnest(
            ${column(sessions.map(({ tenantId }) => tenantId))}::text[],
            ${column(sessions.map(({ callId }) => callId))}::uuid[],
            ${column(sessions.map(({ session }) => session))}::int[]
          ) as held (tenant_id, call_id, session)
          where live.tenant_id = held.tenant_id and live.call_id = held.call_id
            and live.session = held.session and live.server_id = ${serverId}
          returning live.tenant_id as "tenantId", live.call_id as "callId", live.session`);
        return rows;
      }),
  };
}
