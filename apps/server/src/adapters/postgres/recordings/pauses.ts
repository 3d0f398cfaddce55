import {
  type PauseState,
  takeCommand,
  withAnswer,
  withPauseRequest,
} from '../../../lib/recordings/pause-state.ts';
import type { PauseStore } from '../../../ports/recordings.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { isUuid } from '../uuid.ts';
import { pauseColumns, pauseStateOf } from './pause-row.ts';

type Row = { readonly [column: string]: unknown };

/**
 * Longer than a request to the carrier takes at most, with the one that follows a refused login: a command whose server has died
 * keeps others away for so long.
 */
const longestCommandMs = 25_000;

/** Pause requests of people and tools, and what the carrier has confirmed (`PauseState`). By the time of the database alone. */
export function createPauseStore(database: Database, commandMs = longestCommandMs): PauseStore {
  return {
    find: async ({ tenantId, callId }) => {
      if (!isUuid(callId)) return null;
      return database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select recordings.carrier, recordings.carrier_account, recordings.carrier_sid,
            recordings.state = 'recording' and calls.status = 'in-progress' as running,
            coalesce(calls.engine = 'realtime', false) as can_pause
          from recordings join calls on calls.tenant_id = recordings.tenant_id and calls.id = recordings.call_id
          where recordings.tenant_id = ${tenantId} and recordings.call_id = ${callId} and calls.mode = 'live'`);
        const [row] = rows;
        return row
          ? { ...ofCarrier(row), running: row.running === true, canPause: row.can_pause === true }
          : null;
      });
    },

    requestByPerson: ({ tenantId, userId }, callId, wanted, of) =>
      database.forTenant(tenantId, async (tx) => {
        const key = { tenantId, callId };
        const before = await lock(tx, key);
        if (!before) return 0;
        if (of !== undefined && of !== before.requests) return before.requests;
        const requests = wanted ? before.requests + 1 : before.requests;
        await tx.execute(sql`
          update recordings set pause_wishes = ${requests} where tenant_id = ${tenantId} and call_id = ${callId}`);
        await save(tx, key, withPauseRequest(before.state, { byPerson: wanted }, before.now), true);
        const action = wanted ? 'recording.paused' : 'recording.resumed';
        if (before.state.byPerson !== wanted)
          await appendAudit(tx, { tenantId, actor: userId, action, subject: callId });
        return requests;
      }),

    requestByTool: (key, seconds) =>
      database.asSystem(async (tx) => {
        const before = await lock(tx, key);
        if (!before) return;
        const { state, now } = before;
        const until = seconds === null ? null : Math.max(state.byToolUntil ?? 0, now + seconds * 1000);
        await save(tx, key, withPauseRequest(state, { byToolUntil: until }, now), true);
      }),

    nextCommand: (key) =>
      database.asSystem(async (tx) => {
        const before = await lock(tx, key);
        if (!before) return 'gone';
        const [state, next] = takeCommand(before.state, before.now, commandMs);
        if (next.kind !== 'command') return next.kind;
        await save(tx, key, state, false);
        return { command: next.command, until: next.until };
      }),

    answered: (key, given, answer) =>
      database.asSystem(async (tx) => {
        const before = await lock(tx, key);
        if (!before) return 'late';
        const [state, effect] = withAnswer(before.state, { kind: 'command', ...given }, answer, before.now);
        if (state !== before.state) await save(tx, key, state, true);
        return effect;
      }),

    unsettled: (limit) =>
      database.asSystem(async (tx) => {
        // As `takeCommand` says it.
        const isWanted = sql`(paused_by_person or coalesce(paused_until > now(), false))`;
        const isConfirmed = sql`coalesce(pause_confirmed_at >= paused_at, false)`;
        const { rows } = await tx.execute<Row>(sql`
          select tenant_id, call_id, carrier, carrier_account, carrier_sid from recordings
          where state = 'recording' and paused_at is not null and not (${isWanted} and ${isConfirmed})
            and coalesce(pause_command_until <= now(), true) limit ${limit}`);
        return rows.map((row) => ({
          ...ofCarrier(row),
          ...{ tenantId: String(row.tenant_id), callId: String(row.call_id) },
        }));
      }),
  };
}

/** Null: it is not being recorded any more. */
async function lock(
  tx: Transaction,
  { tenantId, callId }: CallKey,
): Promise<{ state: PauseState; now: number; requests: number } | null> {
  const { rows } = await tx.execute<Row>(sql`
    select ${pauseColumns}, pause_wishes from recordings
    where tenant_id = ${tenantId} and call_id = ${callId} and state = 'recording' for update`);
  return rows[0] ? { ...pauseStateOf(rows[0]), requests: Number(rows[0].pause_wishes) } : null;
}

/** `shown`: open pages of the call are told. */
async function save(
  tx: Transaction,
  { tenantId, callId }: CallKey,
  { byPerson, byToolUntil, pausedAt, confirmedAt, commandUntil, doubted, unanswered }: PauseState,
  shown: boolean,
): Promise<void> {
  await tx.execute(sql`
    update recordings set paused_by_person = ${byPerson}, paused_until = ${instantOf(byToolUntil)},
      paused_at = ${instantOf(pausedAt)}, pause_confirmed_at = ${instantOf(confirmedAt)},
      pause_command_until = ${instantOf(commandUntil)}, pause_command_doubted = ${doubted},
      pause_unanswered = ${unanswered}, updated_at = now()
    where tenant_id = ${tenantId} and call_id = ${callId}`);
  if (shown) await notify(tx, { kind: 'recording', tenantId, callId });
}

const instantOf = (at: number | null) => sql`${at === null ? null : new Date(at).toISOString()}::timestamptz`;

const ofCarrier = (row: Row) => ({
  carrier: String(row.carrier),
  carrierAccount: row.carrier_account as string | null,
  carrierSid: String(row.carrier_sid),
});
