import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { UnfinishedCalls } from '../../ports/call-store.ts';
import { lockCalls } from './call-locks.ts';
import type { Database } from './database.ts';
import { calls } from './schema.ts';

const dialling = ['queued', 'initiated', 'ringing'] as const;
const unfinished = inArray(calls.status, [...dialling, 'in-progress']);

const heardText = `
  update calls set checked_at = $2
  where id = any ($1::uuid[]) and status = 'in-progress' and end_requested_at is null`;

export function createUnfinishedCalls(database: Database): UnfinishedCalls {
  return {
    due: (before, limit) =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(calls)
          .where(
            and(
              unfinished,
              or(
                and(isNull(calls.carrierSid), isNull(calls.sendingAt), lt(calls.checkedAt, before.notSent)),
                and(
                  isNull(calls.carrierSid),
                  isNotNull(calls.sendingAt),
                  lt(calls.checkedAt, before.awaitingSid),
                ),
                and(
                  isNotNull(calls.carrierSid),
                  inArray(calls.status, [...dialling]),
                  lt(calls.checkedAt, before.dialling),
                ),
                and(
                  isNotNull(calls.carrierSid),
                  eq(calls.status, 'in-progress'),
                  lt(calls.checkedAt, before.live),
                ),
              ),
            ),
          )
          .orderBy(asc(calls.checkedAt))
          .limit(limit),
      ),

    checked: (id, at) =>
      database.asSystem(async (tx) => {
        await tx.update(calls).set({ checkedAt: at }).where(eq(calls.id, id));
      }),

    heard: async (ids, at) => {
      if (ids.length === 0) return;
      const note = { name: 'calls-heard', text: heardText, values: [ids, at] };
      await database.systemStatements([lockCalls(ids), note]);
    },

    awaitingSid: ({ to, from }) =>
      database.asSystem((tx) =>
        tx
          .select()
          .from(calls)
          .where(
            and(
              unfinished,
              isNull(calls.carrierSid),
              isNotNull(calls.sendingAt),
              eq(calls.to, to),
              eq(calls.from, from),
            ),
          )
          .orderBy(asc(calls.sendingAt)),
      ),

    owned: (sids) =>
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
