import pg from 'pg';
import { countedSums, scannedSums } from '../reports/scan.ts';
import type { CallRow, DatabaseState, StoredEntry, ToolCallRow } from './evidence.ts';

/** Everything the auditor needs from the database, read as its owner. */
export async function readDatabaseState(connection: pg.ClientConfig): Promise<DatabaseState> {
  const client = new pg.Client(connection);
  await client.connect();
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  try {
    const written = await rows<{ call: string; times: number }>(
      "select call_id as call, count(*)::int as times from call_events where kind = 'summary_ready' group by 1",
    );
    const events = await rows<{ call: string; type: string; status: string | null }>(
      `select data->>'callId' as call, type, data->>'status' as status from outbox
       where type like 'call.%' and type not in ('call.revised', 'call.cost') order by id`,
    );
    return {
      rows: await rows<CallRow>(
        `select id, carrier_sid as sid, direction, to_number as "to", from_number as "from", status, reason, duration,
           end_requested_at is not null as "endRequested", answered_at is not null as answered,
           summary, summary_state as "summaryState", outcome_state as "outcomeState" from calls`,
      ),
      entries: await rows<StoredEntry & pg.QueryResultRow>(
        'select call_id as "callId", speaker, message, interrupted from transcript_entries order by call_id, ordinal',
      ),
      summariesWritten: new Map(written.map(({ call, times }) => [call, times])),
      doNotCall: new Set(
        (await rows<{ number: string }>('select number from do_not_call')).map(({ number }) => number),
      ),
      events: Map.groupBy(events, ({ call }) => call),
      followUps: await rows<DatabaseState['followUps'][number]>(
        `select call_id as "callId", reason, (
           select count(*)::int from outbox
           where type = 'follow-up.created' and data->>'followUpId' = follow_ups.id::text) as events
         from follow_ups where call_id is not null`,
      ),
      toolCalls: await rows<ToolCallRow & pg.QueryResultRow>(
        `select call_id as "callId", id, state, tries, honours_key as "honoursKey",
           extract(epoch from started_at)::float8 * 1000 as "startedAt",
           extract(epoch from coalesce(ended_at, now()))::float8 * 1000 as "endedAt", (
           select count(*)::int from follow_ups
           where source_key = 'call/' || tool_calls.call_id || '/tool_unknown/' || tool_calls.id) as "followUps"
         from tool_calls where changes and tool_id is not null`,
      ),
      optOutsUnconfirmed: (
        await rows<{ call: string }>(
          'select call_id as call from do_not_call where unconfirmed and call_id is not null',
        )
      ).map(({ call }) => call),
      figures: { counted: await countedSums(client), scanned: await scannedSums(client) },
      openSessions: (
        await rows<{ call: string }>(
          'select call_id as call from voice_passes where used_at is not null and closed_at is null',
        )
      ).map(({ call }) => call),
      remainingJobs: (
        await rows<{ call: string }>(
          "select data->>'callId' as call from jobs.job where state in ('created', 'retry', 'active') and data ? 'callId'",
        )
      ).map(({ call }) => call),
    };
  } finally {
    await client.end();
  }
}

/** What is still unfinished, by a cheap query. */
export async function remainingWork(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ what: string; count: number }>(
      `select 'unfinished calls' as what, count(*)::int as count from calls
         where status in ('queued', 'initiated', 'ringing', 'in-progress')
       union all select 'open conversations', count(*)::int from voice_passes
         where used_at is not null and closed_at is null
       union all select 'summaries to write', count(*)::int from jobs.job
         where state in ('created', 'retry', 'active') and data ? 'callId'
       union all select 'tools that run', count(*)::int from tool_calls where state = 'running'
       union all select 'calls to look at', count(*)::int from outbox_positions where last_event > done_event
       union all select 'events to assign', count(*)::int from outbox where not assigned`,
    );
    return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
  } finally {
    await client.end();
  }
}
