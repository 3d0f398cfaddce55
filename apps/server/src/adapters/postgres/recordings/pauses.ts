import type { PauseStore } from '../../../ports/recordings.ts';
import type { CallKey } from '../../../ports/transcript-store.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { type SQL, sql } from '../drizzle.ts';
import { notify } from '../live-notices.ts';
import { isUuid } from '../uuid.ts';

type Row = { readonly [column: string]: unknown };

const isWanted = sql`(paused_by_person or coalesce(paused_until > now(), false))`;

/** Who wants a recording to pause. It goes on when nobody does any more; `paused_at` stays until the carrier has done so. */
export function createPauseStore(database: Database): PauseStore {
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

    pauseForPerson: ({ tenantId, userId }, callId) =>
      database.forTenant(tenantId, async (tx) => {
        const key = { tenantId, callId };
        const changed = await change(
          tx,
          key,
          sql`paused_by_person = true, paused_at = coalesce(paused_at, now())`,
        );
        if (changed.length === 0 || changed[0]?.was_wanted_by_person === true) return false;
        await appendAudit(tx, { tenantId, actor: userId, action: 'recording.paused', subject: callId });
        return changed[0]?.was_paused !== true;
      }),

    pauseForTool: (key, seconds) =>
      database.asSystem(async (tx) => {
        const until = sql`now() + ${seconds}::float8 * interval '1 second'`;
        const [row] = await change(
          tx,
          key,
          sql`paused_until = greatest(paused_until, ${until}), paused_at = coalesce(paused_at, now())`,
        );
        return row !== undefined && row.was_paused !== true;
      }),

    letGoForPerson: ({ tenantId, userId }, callId) =>
      database.forTenant(tenantId, async (tx) => {
        const [row] = await change(tx, { tenantId, callId }, sql`paused_by_person = false`);
        if (row?.was_wanted_by_person === true)
          await appendAudit(tx, { tenantId, actor: userId, action: 'recording.resumed', subject: callId });
        return row?.goes_on === true;
      }),

    letGoForTool: (key) =>
      database.asSystem(async (tx) => (await change(tx, key, sql`paused_until = null`))[0]?.goes_on === true),

    resumed: (key) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute(sql`
          update recordings set paused_at = null, paused_until = null, updated_at = now()
          where tenant_id = ${key.tenantId} and call_id = ${key.callId} and paused_at is not null and not ${isWanted}
          returning 1`);
        if (rows.length > 0) await notify(tx, { kind: 'recording', ...key });
        return rows.length > 0;
      }),

    isWanted: ({ tenantId, callId }) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select ${isWanted} as wanted from recordings
          where tenant_id = ${tenantId} and call_id = ${callId} and state = 'recording'`);
        return rows[0] ? rows[0].wanted === true : null;
      }),

    overdue: (limit) =>
      database.asSystem(async (tx) => {
        const { rows } = await tx.execute<Row>(sql`
          select tenant_id, call_id, carrier, carrier_account, carrier_sid from recordings
          where state = 'recording' and paused_at is not null and not ${isWanted} limit ${limit}`);
        return rows.map((row) => ({
          ...ofCarrier(row),
          ...{ tenantId: String(row.tenant_id), callId: String(row.call_id) },
        }));
      }),
  };
}

/**
 * What it was before, and whether the carrier is to go on. No row: it is not being recorded any more. What nobody wanted to
 * pause was not paused: the carrier may not have done it, or is going on.
 */
async function change(tx: Transaction, { tenantId, callId }: CallKey, changes: SQL): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    with before as (
      select paused_by_person, paused_at is not null and ${isWanted} as was_paused from recordings
      where tenant_id = ${tenantId} and call_id = ${callId} and state = 'recording' for update
    ), changed as (
      update recordings set ${changes}, updated_at = now()
      where tenant_id = ${tenantId} and call_id = ${callId} and exists (select from before)
      returning paused_at is not null and not ${isWanted} as goes_on
    )
    select before.was_paused, before.paused_by_person as was_wanted_by_person, changed.goes_on
    from before, changed`);
  if (rows.length > 0) await notify(tx, { kind: 'recording', tenantId, callId });
  return rows;
}

const ofCarrier = (row: Row) => ({
  carrier: String(row.carrier),
  carrierAccount: row.carrier_account as string | null,
  carrierSid: String(row.carrier_sid),
});
