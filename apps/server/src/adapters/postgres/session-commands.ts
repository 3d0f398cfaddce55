import { randomUUID } from 'node:crypto';
import {
  type CommandOutcome,
  earlierPrefix,
  firstCommands,
  laterCommands,
  type SessionCommand,
  type SessionCommands,
  serverIdPrefix,
  type TakenCommand,
} from '../../ports/session-commands.ts';
import type { Database } from './database.ts';
import { and, eq, sql } from './drizzle.ts';
import type { NoticeConnection } from './notice-connection.ts';
import { sessionCommands } from './schema.ts';
import { isUuid } from './uuid.ts';

/** The payload is the id of the server that has commands to take. */
const channel = 'parley_commands';

/** Commands are deleted with their call. */
const gone: CommandOutcome = { state: 'expired', detail: 'The call has been deleted.' };

const milliseconds = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;

export function createSessionCommands(database: Database, notices: NoticeConnection): SessionCommands {
  return {
    send: ({ tenantId, callId }, { kind, ...given }, by, { expiresMs }) =>
      database.forTenant(tenantId, async (tx) => {
        if (!isUuid(callId)) return null;
        const id = randomUUID();
        const { rows } = await tx.execute(sql`
          with held as (
            select tenant_id, call_id, session, server_id,
              ${firstCommands.includes(kind)} or starts_with(server_id, ${serverIdPrefix})
                or (${!laterCommands.includes(kind)} and starts_with(server_id, ${earlierPrefix})) as is_known
            from live_sessions
            where tenant_id = ${tenantId} and call_id = ${callId} and lease_until > now()
          ), stored as (
            insert into session_commands
              (tenant_id, id, call_id, session, kind, arguments, requested_by, created_at, expires_at,
                state, result, finished_at)
            select tenant_id, ${id}, call_id, session, ${kind}, ${JSON.stringify(given)}::jsonb, ${by},
              clock_timestamp(), clock_timestamp() + ${milliseconds(expiresMs)},
              case when is_known then 'pending' else 'failed' end,
              case when not is_known then 'The server of this call is of an earlier release.' end,
              case when not is_known then clock_timestamp() end
            from held
          )
          select pg_notify(${channel}, server_id) from held`);
        return rows.length === 1 ? id : null;
      }),

    outcome: (tenantId, id) =>
      database.forTenant(tenantId, async (tx) => {
        const [row] = await tx
          .select({ state: sessionCommands.state, result: sessionCommands.result })
          .from(sessionCommands)
          .where(and(eq(sessionCommands.tenantId, tenantId), eq(sessionCommands.id, id)));
        if (!row) return gone;
        if (row.state === 'pending' || row.state === 'taken') return null;
        return { state: row.state, detail: row.result ?? '' };
      }),

    // The state is checked again once the row is locked, so that each command is taken once.
    take: (serverId) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<TakenRow>(sql`
          update session_commands as command set state = 'taken', taken_at = clock_timestamp()
          from live_sessions as held
          where command.state = 'pending' and command.expires_at > clock_timestamp()
            and held.server_id = ${serverId} and held.tenant_id = command.tenant_id
            and held.call_id = command.call_id and held.session = command.session
          returning command.tenant_id, command.id, command.call_id, command.session, command.kind,
            command.arguments, extract(epoch from command.created_at)::float8 as created`);
        return rows.toSorted((a, b) => a.created - b.created).map(toCommand);
      }),

    finish: async ({ tenantId, id }, { state, detail }) => {
      await database.asSystem((tx) =>
        tx
          .update(sessionCommands)
          .set({ state, result: detail, finishedAt: sql`clock_timestamp()` })
          .where(
            and(
              eq(sessionCommands.tenantId, tenantId),
              eq(sessionCommands.id, id),
              eq(sessionCommands.state, 'taken'),
            ),
          ),
      );
    },

    settleOverdue: async ({ resultMs }) => {
      const expired: CommandOutcome = {
        state: 'expired',
        detail: 'The session is over, or its server is gone.',
      };
      const failed: CommandOutcome = { state: 'failed', detail: 'The server has not reported a result.' };
      await database.asSystem((tx) =>
        tx.execute(sql`
          update session_commands as command set finished_at = clock_timestamp(),
            state = case state when 'pending' then ${expired.state} else ${failed.state} end,
            result = case state when 'pending' then ${expired.detail} else ${failed.detail} end
          where state = 'pending' and (expires_at <= clock_timestamp() or not exists (
              select from live_sessions as held
              where held.tenant_id = command.tenant_id and held.call_id = command.call_id
                and held.session = command.session and held.lease_until > clock_timestamp()
            ))
            or state = 'taken' and taken_at < clock_timestamp() - ${milliseconds(resultMs)}`),
      );
    },

    listen: (serverId, onCommand) =>
      notices.listen(channel, {
        onNotice: (payload) => {
          if (payload === serverId) onCommand();
        },
        onGap: onCommand,
      }),
  };
}

interface TakenRow extends Record<string, unknown> {
  readonly tenant_id: string;
  readonly id: string;
  readonly call_id: string;
  readonly session: number;
  readonly kind: SessionCommand['kind'];
  readonly arguments: object;
  /** In seconds. */
  readonly created: number;
}

function toCommand(row: TakenRow): TakenCommand {
  return {
    ...{ tenantId: row.tenant_id, callId: row.call_id, session: row.session, id: row.id },
    command: { ...row.arguments, kind: row.kind } as SessionCommand,
  };
}
