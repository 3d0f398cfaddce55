import { callSubject, terminalStatuses } from '@parley/contract';
import type { QueueName } from '../../../jobs/queues.ts';
import type { JobScheduler, JobSender } from '../../../ports/jobs.ts';
import type {
  RecordingDeletion,
  RecordingStore,
  RecordingWork,
  TurnsOfCall,
} from '../../../ports/recordings.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import type { Database, Transaction } from '../database.ts';
import { type SQL, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { openTransaction } from '../open-transaction.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { isUuid } from '../uuid.ts';

export const recordingQueue: QueueName = 'recording';

const isOver = sql.raw(`calls.status in (${terminalStatuses.map((one) => `'${one}'`).join(', ')})`);

type Row = { readonly [column: string]: unknown };

export const recordingJob = ({ tenantId, callId }: CallKey) => ({
  ...{ tenantId, queue: recordingQueue, key: callId, data: { tenantId, callId } },
});

export function createRecordingStore(
  database: Database,
  jobs: JobSender,
  scheduler: Pick<JobScheduler, 'once'>,
): RecordingStore {
  const ofRow = ({ tenantId, callId }: CallKey) => sql`tenant_id = ${tenantId} and call_id = ${callId}`;
  const isOpen = sql`state in ('recording', 'fetching')`;
  /** No job is storing the file. */
  const isFree = sql`(held_until is null or held_until < now())`;
  const heldFor = (ms: number) =>
    sql`held_until = now() + make_interval(secs => ${ms / 1000}::double precision)`;
  const isOpenAndFree = sql`${isOpen} and ${isFree}`;
  /** How many rows were changed. */
  const change = (key: CallKey, changes: SQL, where: SQL) =>
    database.asSystem((tx) => changeWithin(tx, key, changes, where));
  const changeWithin = async (tx: Transaction, key: CallKey, changes: SQL, where: SQL): Promise<number> => {
    const { rows } = await tx.execute(
      sql`update recordings set ${changes}, updated_at = now() where ${ofRow(key)} and ${where} returning 1`,
    );
    return rows.length;
  };
  /** Open pages of the call show it. */
  const notifyPages = (tx: Transaction, key: CallKey) => notify(tx, { kind: 'recording', ...key });
  /** Changes the row, and looks at it again at that time. */
  const changeUntil = (key: CallKey, changes: SQL, where: SQL, at: Date) =>
    database.asSystem(async (tx) => {
      const changed = await changeWithin(tx, key, sql`${changes}, try_at = ${at.toISOString()}`, where);
      if (changed === 0) return;
      await scheduler.once(recordingJob(key), at, openTransaction(tx));
      await notifyPages(tx, key);
    });

  return {
    begin: ({ tenantId, id, agentId, carrier, carrierAccount, carrierSid }, consent, now) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<{ recorded: boolean; is_new: boolean }>(sql`
          with begun as (
            insert into recordings
              (tenant_id, call_id, carrier, carrier_account, carrier_sid, remove_at_carrier, consent, created_at)
            select tenant_id, ${id}, ${carrier}, ${carrierAccount}, ${carrierSid}, remove_at_carrier, ${consent},
              ${now.toISOString()}::timestamptz
            from recording_settings
            where tenant_id = ${tenantId} and enabled and ${agentId} = any (agent_ids)
              and ${consent} in ('ask', coalesce(agent_consent ->> ${agentId}::text, consent))
            on conflict (tenant_id, call_id) do nothing
            returning 1)
          select exists (select from begun) as is_new, exists (select from begun)
            or exists (select from recordings where tenant_id = ${tenantId} and call_id = ${id}) as recorded`);
        if (rows[0]?.is_new === true) await notifyPages(tx, { tenantId, callId: id });
        return rows[0]?.recorded === true;
      }),

    hint: async ({ carrier, account }, callId, sid) => {
      if (!isUuid(callId)) return;
      await database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select tenant_id from recordings
          where call_id = ${callId} and carrier = ${carrier} and carrier_sid = ${sid}
            and (carrier_account is null or carrier_account = ${account}) and ${isOpen}`);
        for (const row of rows)
          await jobs.send(recordingJob({ tenantId: String(row.tenant_id), callId }), openTransaction(tx));
      });
    },

    callEnded: (key, at) => changeUntil(key, sql`state = 'fetching'`, sql`state = 'recording'`, at),

    work: (key) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select recordings.*, ${isOver} as over, not ${isFree} as held from recordings
          join calls on calls.tenant_id = recordings.tenant_id and calls.id = recordings.call_id
          where recordings.tenant_id = ${key.tenantId} and recordings.call_id = ${key.callId}`);
        return rows[0] ? workOf(rows[0]) : null;
      }),

    storing: async (key, recordingSid, storeId, holdMs) => {
      const changes = sql`recording_sid = ${recordingSid}, store_id = ${storeId}, state = 'fetching',
        ${heldFor(holdMs)}`;
      return (await change(key, changes, isOpenAndFree)) > 0;
    },

    hold: async (key, holdMs) => {
      await change(key, heldFor(holdMs), sql`held_until is not null`);
    },

    letGo: async (key) => {
      await change(key, sql`held_until = null`, sql`held_until is not null`);
    },

    turns: (key) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select created_at, agent_channel, (
            select coalesce(jsonb_agg(extract(epoch from spoken_at) * 1000 order by ordinal), '[]'::jsonb)
            from transcript_entries where ${ofRow(key)} and speaker = 'agent'
          ) as turns from recordings where ${ofRow(key)}`);
        return rows[0] ? turnsOf(rows[0]) : null;
      }),

    ready: (key, storeId, { bytes, milliseconds, peaks, startedAt, agentChannel, soundStart }) => {
      const isOfFile = sql`store_id = ${storeId}`;
      const changes = sql`state = 'ready', problem = null, tries = 0, try_at = now(), bytes = ${bytes},
        milliseconds = ${milliseconds}, peaks = ${JSON.stringify({ version: 1, ...peaks })}::jsonb,
        agent_channel = ${agentChannel}::integer, started_at = ${startedAt?.toISOString() ?? null}::timestamptz,
        sound_starts_at = ${soundStart?.at.toISOString() ?? null}::timestamptz,
        offset_method = ${soundStart?.method ?? null}::text, offset_error_ms = ${soundStart?.errorMs ?? null}::integer,
        at_carrier = case when remove_at_carrier then 'removing' else at_carrier end`;
      return database.asSystem(async (tx) => {
        // Events of a call are in order because whoever writes one has locked it.
        await tx.execute(
          sql`select 1 from calls where tenant_id = ${key.tenantId} and id = ${key.callId} for no key update`,
        );
        if ((await changeWithin(tx, key, changes, sql`${isOpen} and ${isOfFile}`)) > 0) {
          await appendToOutbox(tx, key.tenantId, callSubject(key.callId), {
            ...{ type: 'recording.ready', version: 1, callId: key.callId },
          });
          await notifyPages(tx, key);
          return true;
        }
        // Another job was first, with a file of the same name in the same store.
        const { rows } = await tx.execute(sql`select 1 from recordings where ${ofRow(key)} and ${isOfFile}`);
        return rows.length > 0;
      });
    },

    ended: (key, state, problem) =>
      database.asSystem(async (tx) => {
        const changes = sql`state = ${state}, problem = ${problem}, try_at = null`;
        if ((await changeWithin(tx, key, changes, isOpenAndFree)) > 0) await notifyPages(tx, key);
      }),

    postpone: (key, problem, at) =>
      changeUntil(key, sql`state = 'fetching', problem = ${problem}, tries = tries + 1`, isOpenAndFree, at),

    leaveToOthers: (key, at) =>
      changeUntil(key, sql`state = 'fetching', problem = 'carrier_not_connected'`, isOpenAndFree, at),

    removed: async (key) => {
      await change(key, sql`at_carrier = 'removed', try_at = null, tries = 0`, sql`at_carrier = 'removing'`);
    },

    postponeRemoval: (key, at) => changeUntil(key, sql`tries = tries + 1`, sql`at_carrier = 'removing'`, at),

    resume: (before, limit) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select recordings.tenant_id, call_id from recordings
          join calls on calls.tenant_id = recordings.tenant_id and calls.id = recordings.call_id
          where (${isOpen} or at_carrier = 'removing') and ${isOver} and ${isFree}
            and coalesce(try_at, recordings.created_at) < ${before.toISOString()}
          order by try_at limit ${limit}`);
        for (const row of rows) {
          const key = { tenantId: String(row.tenant_id), callId: String(row.call_id) };
          await jobs.send(recordingJob(key), openTransaction(tx));
        }
        return rows.length;
      }),

    // Of the calls that are over: one that is being fetched is not old enough. The call is locked too, because it notes this;
    // the trigger that does decides why by the same time of the database.
    expire: (limit) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          delete from recordings where (tenant_id, call_id) in (
            select old.tenant_id, old.call_id from recordings as old
            join recording_settings on recording_settings.tenant_id = old.tenant_id
            join calls on calls.tenant_id = old.tenant_id and calls.id = old.call_id
            where keep_days is not null and old.state in ('ready', 'absent', 'failed')
              and old.created_at < now() - make_interval(days => keep_days)
            limit ${limit} for update of calls, old skip locked)
          returning tenant_id, call_id`);
        for (const row of rows)
          await notifyPages(tx, { tenantId: String(row.tenant_id), callId: String(row.call_id) });
        return rows.length;
      }),

    deletions: (now, limit) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select * from recording_deletions where try_at <= ${now.toISOString()} order by try_at limit ${limit}`);
        return rows.map(deletionOf);
      }),

    deleted: async (key) => {
      await database.asSystem((tx) => tx.execute(sql`delete from recording_deletions where ${ofRow(key)}`));
    },

    postponeDeletion: async (key, at) => {
      await database.asSystem((tx) =>
        tx.execute(sql`update recording_deletions set try_at = ${at.toISOString()} where ${ofRow(key)}`),
      );
    },
  };
}

const recordedCallOf = (row: Row) => ({
  carrier: String(row.carrier),
  carrierAccount: row.carrier_account as string | null,
  carrierSid: String(row.carrier_sid),
});

function turnsOf(row: Row): TurnsOfCall {
  return {
    askedAt: new Date(row.created_at as string),
    agentTurns: (row.turns as readonly number[]).map((at) => new Date(at)),
    agentChannel: Number(row.agent_channel),
  };
}

function workOf(row: Row): RecordingWork | null {
  const storeId = row.store_id as string | null;
  const createdAt = new Date(row.created_at as string);
  const work = { ...recordedCallOf(row), tries: Number(row.tries), createdAt, storeId };
  if (row.state === 'ready') return row.at_carrier === 'removing' ? { kind: 'remove', ...work } : null;
  const isOpen = row.state === 'recording' || row.state === 'fetching';
  return isOpen && row.over === true && row.held !== true ? { kind: 'fetch', ...work } : null;
}

function deletionOf(row: Row): RecordingDeletion {
  return {
    ...recordedCallOf(row),
    ...{ tenantId: String(row.tenant_id), callId: String(row.call_id) },
    recordingSid: row.recording_sid as string | null,
    storeId: row.store_id as string | null,
    inFlight: row.in_flight === true,
    atCarrier: row.at_carrier === true,
    createdAt: new Date(row.created_at as string),
  };
}
