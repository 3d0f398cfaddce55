import type { DueBefore, UnfinishedCalls } from '../../ports/call-store.ts';
import type { CarrierOwner } from '../../ports/carrier.ts';
import { lockCalls } from './call-locks.ts';
import { calls } from './calls-table.ts';
import type { Database } from './database.ts';
import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from './drizzle.ts';

const dialling = ['queued', 'initiated', 'ringing'] as const;
const unfinished = inArray(calls.status, [...dialling, 'in-progress']);

const markLiveText = `
  update calls set checked_at = $2
  where id = any ($1::uuid[]) and status = 'in-progress' and end_requested_at is null`;

const untouchedText = `
  select checked_at < now() - $2 * interval '1 millisecond' as untouched from calls where id = $1`;

export function createUnfinishedCalls(database: Database): UnfinishedCalls {
  return {
    due: (carrier, before, limit) =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(calls)
          .where(
            and(unfinished, or(and(isOf(carrier), isDue(before)), lt(calls.checkedAt, before.abandoned))),
          )
          .orderBy(asc(calls.checkedAt))
          .limit(limit),
      ),

    markChecked: (id, at) =>
      database.asSystem(async (tx) => {
        await tx.update(calls).set({ checkedAt: at }).where(eq(calls.id, id));
      }),

    markLive: async (ids, at) => {
      if (ids.length === 0) return;
      const update = { name: 'calls-live', text: markLiveText, values: [ids, at] };
      await database.systemStatements([lockCalls(ids), update]);
    },

    awaitingSid: (carrier, { to, from }) =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(calls)
          .where(
            and(
              unfinished,
              isOf(carrier),
              isNull(calls.carrierSid),
              isNotNull(calls.sendingAt),
              eq(calls.to, to),
              eq(calls.from, from),
            ),
          )
          .orderBy(asc(calls.sendingAt)),
      ),

    isUntouched: async (id, forMs) => {
      const untouched = { name: 'call-untouched', text: untouchedText, values: [id, forMs] };
      const [row] = await database.systemRows<{ untouched: boolean }>(untouched);
      return row?.untouched ?? false;
    },

    knownSids: (sids) =>
      database.asSystem(async (tx) => {
        if (sids.length === 0) return new Set<string>();
        const rows = await tx
          .select({ sid: calls.carrierSid })
          .from(calls)
          .where(inArray(calls.carrierSid, [...sids]));
        return new Set(rows.flatMap(({ sid }) => sid ?? []));
      }),
  };
}

/** Calls of earlier versions have no account. Those of a connection always have. */
function isOf({ name, account, connectionId = null }: CarrierOwner) {
  const ofAccount = eq(calls.carrierAccount, account);
  return and(
    eq(calls.carrier, name),
    connectionId === null ? or(isNull(calls.carrierAccount), ofAccount) : ofAccount,
  );
}

function isDue(before: DueBefore) {
  const { carrierSid, sendingAt, checkedAt, status } = calls;
  return or(
    and(isNull(carrierSid), isNull(sendingAt), lt(checkedAt, before.notSent)),
    and(isNull(carrierSid), isNotNull(sendingAt), lt(checkedAt, before.awaitingSid)),
    and(isNotNull(carrierSid), inArray(status, [...dialling]), lt(checkedAt, before.dialling)),
    and(isNotNull(carrierSid), eq(status, 'in-progress'), lt(checkedAt, before.live)),
  );
}
