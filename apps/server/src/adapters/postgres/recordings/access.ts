import {
  type Recording,
  type RecordingOffsetMethod,
  type RecordingProblem,
  type RecordingSettings,
  recordingProblems,
  startingRecordingSettings,
} from '@parley/contract';
import { phaseOf } from '../../../lib/recordings/pause-state.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { JobScheduler } from '../../../ports/jobs.ts';
import type { RecordingAccess } from '../../../ports/recordings.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { openTransaction } from '../open-transaction.ts';
import { isUuid } from '../uuid.ts';
import { pauseStateOf } from './pause-row.ts';
import { recordingJob } from './store.ts';

type Row = { readonly [column: string]: unknown };

export function createRecordingAccess(
  database: Database,
  scheduler: Pick<JobScheduler, 'once'>,
  clock: Pick<Clock, 'now'>,
): RecordingAccess {
  return {
    read: async (key) => {
      if (!isUuid(key.callId)) return 'missing';
      return database.forTenant(key.tenantId, async (tx) => {
        const row = await find(tx, key);
        if (!row) return 'missing';
        return row.state === null ? null : recordingOf(row);
      });
    },

    open: async ({ tenantId, userId }, callId, purpose) => {
      if (!isUuid(callId)) return null;
      return database.forTenant(tenantId, async (tx) => {
        const row = await find(tx, { tenantId, callId });
        if (!row || row.state === null) return null;
        if (row.state !== 'ready') return 'not ready';
        const action = purpose === 'play' ? 'recording.played' : 'recording.downloaded';
        await appendAudit(tx, { tenantId, actor: userId, action, subject: callId });
        return 'opened';
      });
    },

    storeOf: async ({ tenantId, callId }) => {
      if (!isUuid(callId)) return null;
      // Once for each part of the sound that a browser asks for.
      const statement = { name: 'store of a recording', text: storeOfRecording, values: [tenantId, callId] };
      const [[row]] = await database.readForTenant(tenantId, [statement]);
      return row ? String(row[0]) : null;
    },

    retry: async ({ tenantId, userId }, callId) => {
      if (!isUuid(callId)) return null;
      return database.forTenant(tenantId, async (tx) => {
        const row = await find(tx, { tenantId, callId });
        if (!row || row.state === null) return null;
        const { rows } = await tx.execute(sql`
          update recordings set state = 'fetching', problem = null, tries = 0, try_at = now(), updated_at = now()
          where tenant_id = ${tenantId} and call_id = ${callId} and state in ('absent', 'failed') returning 1`);
        if (rows.length === 0) return 'not ready';
        await appendAudit(tx, { tenantId, actor: userId, action: 'recording.retried', subject: callId });
        // By the clock that schedules are read with: by another one it could be due much later.
        await scheduler.once(recordingJob({ tenantId, callId }), clock.now(), openTransaction(tx));
        await notify(tx, { kind: 'recording', tenantId, callId });
        return 'retried';
      });
    },

    settings: (tenantId) => database.forTenant(tenantId, readSettings),

    saveSettings: (
      caller,
      { enabled, agentIds, removeAtCarrier, consent, agentConsent, keepDays },
      revision,
    ) =>
      database.forTenant(caller.tenantId, async (tx) => {
        const { tenantId, userId, displayName } = caller;
        const chosen = [...new Set(agentIds)];
        // A list is one parameter, as JSON: an empty one has no type otherwise.
        const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(chosen)}::jsonb))`;
        const named = JSON.stringify([...new Set([...chosen, ...Object.keys(agentConsent ?? {})])]);
        const { rows: unknown } = await tx.execute(sql`
          select 1 from jsonb_array_elements_text(${named}::jsonb) as named (id)
          where not exists (select from agents where agents.id = named.id)`);
        if (unknown.length > 0) return 'unknown agent';
        const byAgent = agentConsent ? JSON.stringify(agentConsent) : null;
        const { rows } = await tx.execute(sql`
          insert into recording_settings (tenant_id, enabled, agent_ids, remove_at_carrier, changed_by, changed_by_name,
            consent, agent_consent, keep_days)
          select ${tenantId}, ${enabled}, ${list}, ${removeAtCarrier}, ${userId}, ${displayName},
            coalesce(${consent ?? null}::text, 'announce'), coalesce(${byAgent}::jsonb, '{}'), ${keepDays ?? null}::int
          where ${revision} = 0 or exists (select from recording_settings where tenant_id = ${tenantId})
          on conflict (tenant_id) do update set enabled = excluded.enabled, agent_ids = excluded.agent_ids,
            remove_at_carrier = excluded.remove_at_carrier, changed_by = excluded.changed_by,
            changed_by_name = excluded.changed_by_name, changed_at = now(),
            consent = coalesce(${consent ?? null}::text, recording_settings.consent),
            agent_consent = coalesce(${byAgent}::jsonb, recording_settings.agent_consent),
            keep_days = case when ${keepDays !== undefined} then ${keepDays ?? null}::int else recording_settings.keep_days end,
            revision = recording_settings.revision + 1
          where recording_settings.revision = ${revision}
          returning 1`);
        if (rows.length === 0) return 'changed';
        const settings = await readSettings(tx);
        await appendAudit(tx, {
          ...{ tenantId, actor: userId, action: 'recording-settings.changed', subject: tenantId },
          data: {
            enabled,
            agents: chosen.length,
            removeAtCarrier,
            consent: settings.consent,
            keepDays: settings.keepDays ?? null,
          },
        });
        return settings;
      }),
  };
}

const storeOfRecording = `
  select recordings.store_id from calls
  join recordings on recordings.tenant_id = calls.tenant_id and recordings.call_id = calls.id
  where calls.tenant_id = $1 and calls.id = $2::uuid and calls.mode = 'live' and recordings.state = 'ready'`;

/** The call with its recording, whose columns are null where there is none. Deleted calls and tries have none to show. */
async function find(tx: Transaction, { tenantId, callId }: CallKey): Promise<Row | null> {
  const { rows } = await tx.execute<Row>(sql`
    select recordings.*, clock_timestamp() as pause_now, calls.engine, calls.status, calls.answered_at from calls
    left join recordings on recordings.tenant_id = calls.tenant_id and recordings.call_id = calls.id
    where calls.tenant_id = ${tenantId} and calls.id = ${callId} and calls.mode = 'live'`);
  return rows[0] ?? null;
}

function recordingOf(row: Row): Recording {
  const problem = row.problem as RecordingProblem | null;
  const peaks = row.peaks as Recording['peaks'];
  const state = row.state as Recording['state'];
  return {
    ...{ state, problem, sentence: problem === null ? null : recordingProblems[problem] },
    milliseconds: state === 'ready' ? Number(row.milliseconds) : null,
    bytes: state === 'ready' ? Number(row.bytes) : null,
    agentChannel: Number(row.agent_channel),
    peaks: state === 'ready' && peaks ? { perSecond: peaks.perSecond, channels: peaks.channels } : null,
    ...pauseOf(row),
    ...offsetOf(row),
    atCarrier: row.at_carrier as Recording['atCarrier'],
    canRetry: state === 'absent' || state === 'failed',
  };
}

function pauseOf(row: Row): Pick<Recording, 'paused' | 'pausing' | 'pauseUnanswered' | 'canPause'> {
  const isUp = row.state === 'recording' && row.status === 'in-progress';
  const { state, now } = pauseStateOf(row);
  const phase = isUp ? phaseOf(state, now) : 'recording';
  const who = state.byPerson ? 'person' : 'tool';
  return {
    paused: phase === 'paused' ? who : null,
    pausing: phase === 'pausing' ? who : null,
    pauseUnanswered: isUp && state.unanswered,
    canPause: isUp && row.engine === 'realtime',
  };
}

/** Kept as an instant, because the call's own times may still be corrected. */
function offsetOf(row: Row): Pick<Recording, 'offsetMs' | 'offsetMethod' | 'offsetErrorMs'> {
  if (row.state !== 'ready' || row.sound_starts_at === null || row.answered_at === null)
    return { offsetMs: null, offsetMethod: null, offsetErrorMs: null };
  const starts = new Date(row.sound_starts_at as string).getTime();
  return {
    offsetMs: starts - new Date(row.answered_at as string).getTime(),
    offsetMethod: row.offset_method as RecordingOffsetMethod,
    offsetErrorMs: Number(row.offset_error_ms),
  };
}

async function readSettings(tx: Transaction): Promise<RecordingSettings> {
  const { rows } = await tx.execute<Row>(sql`select * from recording_settings`);
  const [row] = rows;
  if (!row) return startingRecordingSettings;
  const name = row.changed_by_name as string | null;
  return {
    enabled: row.enabled === true,
    agentIds: row.agent_ids as string[],
    removeAtCarrier: row.remove_at_carrier === true,
    consent: row.consent as RecordingSettings['consent'],
    agentConsent: row.agent_consent as RecordingSettings['agentConsent'],
    keepDays: row.keep_days === null ? null : Number(row.keep_days),
    revision: Number(row.revision),
    changedBy: name === null ? null : { displayName: name },
    changedAt: new Date(row.changed_at as string).toISOString(),
  };
}
