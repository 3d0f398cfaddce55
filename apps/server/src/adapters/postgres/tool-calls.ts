import type { LiveNotice } from '../../ports/live-events.ts';
import type { StoredToolCall, ToolCalls } from '../../ports/tool-calls.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { Database } from './database.ts';
import { liveChannel } from './live-notices.ts';

const columns = `
  tenant_id as "tenantId", call_id as "callId", id, session, ordinal, tool_id as "toolId",
  mcp_server_id as "mcpServerId", name, title, input, state, answer, sample, changes, honours_key as "honoursKey",
  tries, started_at as "startedAt", ms`;

const lease = (parameter: string) => `now() + ${parameter}::float8 * interval '1 millisecond'`;

/**
 * The call is locked, so that it is not deleted before its row is written, and that no later session begins meanwhile: one
 * that begins afterwards reads this row.
 */
const startText = `
  with existing as (
    select id from calls where tenant_id = $1 and id = $2 and session <= $4 for share
  ), started as (
    insert into tool_calls (tenant_id, call_id, id, session, ordinal, tool_id, mcp_server_id, name, title, input, state,
      sample, changes, honours_key, tries, started_at, server_id, lease_until)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'running', $11, $12, $13, 1, $14, $15, ${lease('$16')}
    from existing on conflict do nothing returning id)
  select pg_notify('${liveChannel}', $17) from started`;

const claimText = `
  update tool_calls set tries = tries + 1, lease_until = ${lease('$5')}
  where tenant_id = $1 and call_id = $2 and id = $3 and server_id = $4 and state = 'running' and tries < 2
  returning id`;

const finishText = `
  with finished as (
    update tool_calls set state = $4, answer = $5, ended_at = $6, ms = $7, answer_ordinal = $10
    where tenant_id = $1 and call_id = $2 and id = $3 and (
      case when $4 in ('unknown', 'timed_out') then state = 'running' and server_id = $8
        else state in ('running', 'unknown') end)
    returning id)
  select pg_notify('${liveChannel}', $9) from finished`;

const renewText = `
  update tool_calls as held set lease_until = ${lease('$2')}
  from unnest($3::text[], $4::uuid[], $5::text[]) as own (tenant_id, call_id, id)
  where held.tenant_id = own.tenant_id and held.call_id = own.call_id and held.id = own.id
    and held.server_id = $1 and held.state = 'running'`;

/** Those that another server is taking at this moment are left to it. */
const takeText = `
  with lost as (
    select tenant_id, call_id, id, changes and honours_key and not sample and tries < 2 as "mayRepeat"
    from tool_calls where state = 'running' and lease_until < now()
    order by lease_until limit $3 for update skip locked), taken as (
    update tool_calls as held set server_id = $1, lease_until = ${lease('$2')},
      tries = tries + case when lost."mayRepeat" then 1 else 0 end
    from lost where held.tenant_id = lost.tenant_id and held.call_id = lost.call_id and held.id = lost.id
    returning held.*, lost."mayRepeat")
  select ${columns}, "mayRepeat" from taken`;

const ofCallText = `
  select ${columns} from tool_calls where tenant_id = $1 and call_id = $2 order by ordinal, started_at, id`;

export function createToolCalls(database: Database): ToolCalls {
  return {
    start: async (call, { serverId, leaseMs }) => {
      const { tenantId, callId, id, session, ordinal, toolId, mcpServerId, name, title, input } = call;
      const rows = await database.systemRows({
        name: 'tool-call-start',
        text: startText,
        values: [
          ...[
            tenantId,
            callId,
            id,
            session,
            ordinal,
            toolId,
            mcpServerId,
            name,
            title,
            JSON.stringify(input),
          ],
          ...[call.sample, call.changes, call.honoursKey, call.startedAt.toISOString()],
          ...[serverId, leaseMs, noticeOf(call)],
        ],
      });
      return rows.length > 0;
    },

    claimTry: async ({ tenantId, callId, id }, { serverId, leaseMs }) => {
      const values = [tenantId, callId, id, serverId, leaseMs];
      return (await database.systemRows({ name: 'tool-call-try', text: claimText, values })).length > 0;
    },

    finish: async (key, { state, answer, at, ms, ordinal = null }, { serverId }) => {
      const { tenantId, callId, id } = key;
      const end = [state, answer, at.toISOString(), Math.max(0, Math.round(ms))];
      const values = [tenantId, callId, id, ...end, serverId, noticeOf(key), ordinal];
      return (await database.systemRows({ name: 'tool-call-end', text: finishText, values })).length > 0;
    },

    renew: ({ serverId, leaseMs }, keys) =>
      database.systemStatement({
        name: 'tool-call-leases',
        text: renewText,
        values: [
          ...[serverId, leaseMs, keys.map(({ tenantId }) => tenantId)],
          ...[keys.map(({ callId }) => callId), keys.map(({ id }) => id)],
        ],
      }),

    takeLost: ({ serverId, leaseMs }, limit) =>
      database.systemRows<StoredToolCall & { mayRepeat: boolean }>({
        ...{ name: 'lost-tool-calls', text: takeText, values: [serverId, leaseMs, limit] },
      }),

    ofCall: ({ tenantId, callId }) =>
      database.systemRows<StoredToolCall & Record<string, unknown>>({
        ...{ name: 'tool-calls-of-call', text: ofCallText, values: [tenantId, callId] },
      }),
  };
}

function noticeOf({ tenantId, callId }: CallKey): string {
  return JSON.stringify({ kind: 'tool', tenantId, callId } satisfies LiveNotice);
}
