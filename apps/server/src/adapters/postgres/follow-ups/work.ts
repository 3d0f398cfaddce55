import { limits } from '@parley/contract';
import type { FollowUpWork } from '../../../ports/follow-ups.ts';
import type { Database } from '../database.ts';
import { sql } from '../drizzle.ts';
import { liveChannel, notify } from '../live-notices.ts';
import { addFollowUps, announceClosed, requestList } from './add.ts';

export function createFollowUpWork(database: Database): FollowUpWork {
  return {
    factsOf: ({ tenantId, callId }) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{
          questions: string[];
          unconfirmed: boolean;
          untaken: boolean;
          changes: { id: string; title: string; ordinal: number; doneAt: number | null }[];
          sentences: string[];
        }>(sql`
          select array(
              select question from knowledge_questions
              where tenant_id = ${tenantId} and call_id = ${callId} and entries = '[]' order by asked_at, id) as questions,
            exists (
              select from do_not_call
              where tenant_id = ${tenantId} and call_id = ${callId} and unconfirmed) as unconfirmed,
            -- Whoever has pressed no key has not taken the call, whatever the carrier still reports.
            exists (
              select from hand_overs where tenant_id = ${tenantId} and call_id = ${callId}
                and (state = 'failed' or (kind = 'warm' and accepted_at is null))) as untaken,
            -- Without the time that storing it took, as what was said next is not later than that.
            array(
              select json_build_object('id', id, 'title', title, 'ordinal', coalesce(answer_ordinal, ordinal), 'doneAt',
                case when state = 'done' then floor(extract(epoch from started_at) * 1000) + ms end)
              from tool_calls where tenant_id = ${tenantId} and call_id = ${callId} and changes and not sample
                and coalesce(tool_id, mcp_server_id) is not null and state in ('running', 'done')
              order by ordinal, started_at, id) as changes,
            array(
              select distinct sentence #>> '{}' from tool_calls as used
              left join tools on tools.tenant_id = used.tenant_id and tools.id = used.tool_id
              left join mcp_servers as server
                on server.tenant_id = used.tenant_id and server.id = used.mcp_server_id
              cross join lateral unnest('{$[*].sayMeanwhile,$[*].sayOnFailure}'::jsonpath[]) as path
              cross join lateral jsonb_path_query(
                jsonb_build_array(tools.config, server.config -> 'tools'), path) as sentence
              where used.tenant_id = ${tenantId} and used.call_id = ${callId}
              order by 1) as sentences`);
        const [row] = rows;
        return {
          unanswered: row?.questions ?? [],
          optOutUnconfirmed: row?.unconfirmed ?? false,
          transferFailed: row?.untaken ?? false,
          changes: (row?.changes ?? []).map(({ doneAt, ...change }) => ({
            ...change,
            doneAt: doneAt === null ? null : new Date(doneAt),
          })),
          toolSentences: row?.sentences ?? [],
        };
      }),

    add: (rows) =>
      rows.length === 0 ? Promise.resolve([]) : database.asSystem((tx) => addFollowUps(tx, rows)),

    addToRequest: ({ tenantId, callId }, line, dueAt) =>
      database.asSystem(async (tx) => {
        const due = dueAt === null ? sql`due_at` : sql`${dueAt.toISOString()}::timestamptz`;
        const { rows } = await tx.execute<{ id: string }>(sql`
          update follow_ups set due_at = ${due}, revision = revision + 1, changed_at = now(), note = case
            when char_length(note) + ${line.length + 1} > ${limits.followUpNoteMax} then note
            when note = '' then ${line} else note || E'\\n' || ${line} end
          where tenant_id = ${tenantId} and call_id = ${callId} and reason in (${requestList})
            and position(${line} in note) = 0
          returning id`);
        for (const { id } of rows) await notify(tx, { tenantId, kind: 'follow-up', id });
      }),

    closeByCall: async ({ tenantId, id: callId, followUpId, to }, { reached, line }, at) => {
      if (followUpId === null) return;
      await database.asSystem(async (tx) => {
        const instant = sql`${at.toISOString()}::timestamptz`;
        // A repeated event finds its own call as the last one, and changes nothing again.
        const ours = sql`tenant_id = ${tenantId} and id = ${followUpId} and last_call_id is distinct from ${callId}`;
        const next = sql`last_call_id = ${callId}, revision = revision + 1, changed_at = ${instant}`;
        const { rows: done } = await tx.execute<{ id: string; closed: boolean }>(sql`
          update follow_ups set ${next}, state = 'done', snoozed_until = null,
            closed_at = coalesce(closed_at, ${instant}), closed_how = coalesce(closed_how, 'call')
          where ${ours} and ${reached} and number = ${to}
          returning id, closed_at = ${instant} and closed_how = 'call' as closed`);
        const { rows: noted } = await tx.execute<{ id: string }>(sql`
          update follow_ups set ${next}, note = case
            when char_length(note) + ${line.length + 1} > ${limits.followUpNoteMax} then note
            when note = '' then ${line} else note || E'\\n' || ${line} end
          where ${ours} returning id`);
        for (const { id, closed } of done) if (closed) await announceClosed(tx, tenantId, id, 'call');
        for (const { id } of [...done.filter(({ closed }) => !closed), ...noted])
          await notify(tx, { tenantId, kind: 'follow-up', id });
      });
    },

    closeBySubject: async (tenantId, subjectId, at) => {
      await database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ id: string }>(sql`
          update follow_ups set state = 'done', snoozed_until = null, closed_how = 'system',
            closed_at = ${at.toISOString()}::timestamptz, revision = revision + 1,
            changed_at = ${at.toISOString()}::timestamptz
          where tenant_id = ${tenantId} and subject_id = ${subjectId} and state <> 'done' returning id`);
        for (const { id } of rows) await announceClosed(tx, tenantId, id, 'system');
      });
    },

    wake: (now, most) =>
      database.asSystem(async (tx) => {
        const instant = sql`${now.toISOString()}::timestamptz`;
        const { rows } = await tx.execute(sql`
          with due as (
            select tenant_id, id from follow_ups where state = 'snoozed' and snoozed_until <= ${instant}
            order by snoozed_until limit ${most} for update skip locked
          ), woken as (
            update follow_ups as f set state = 'open', due_at = greatest(f.due_at, f.snoozed_until), snoozed_until = null,
              revision = revision + 1, changed_at = ${instant}
            from due where f.tenant_id = due.tenant_id and f.id = due.id and f.state = 'snoozed'
            returning f.tenant_id, f.id
          )
          select pg_notify(${liveChannel},
            json_build_object('tenantId', tenant_id, 'kind', 'follow-up', 'id', id)::text) from woken`);
        return rows.length;
      }),
  };
}
