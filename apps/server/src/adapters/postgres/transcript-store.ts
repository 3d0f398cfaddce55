import type { CallKey, TranscriptStore } from '../../ports/transcript-store.ts';
import { BatchWriter } from './batch-writer.ts';
import { calls } from './calls-table.ts';
import type { Database, Transaction } from './database.ts';
import { and, asc, desc, eq, inArray } from './drizzle.ts';
import { notify } from './live-notices.ts';
import { transcriptEntries } from './schema.ts';
import { type EntryWrite, type TimingWrite, writeEntries, writeTimings } from './transcript-writes.ts';

/** Timings are not shown while a call is live, so they can wait longer than entries. */
const timingsDelayMs = 1_000;

export function createTranscriptStore(database: Database): TranscriptStore {
  const entries = new BatchWriter<EntryWrite>((items) => database.systemStatement(writeEntries(items)));
  const timings = new BatchWriter<TimingWrite>(
    (items) => database.systemStatements(writeTimings(items)),
    timingsDelayMs,
  );
  return {
    nextOrdinal: (call) => database.asSystem((tx) => nextOrdinal(tx, call)),

    write: (call, entry, final) => entries.add({ call, entry, final }),

    remove: (call, ordinal) =>
      database.asSystem(async (tx) => {
        await tx.delete(transcriptEntries).where(and(ofCall(call), eq(transcriptEntries.ordinal, ordinal)));
      }),

    addTurnTiming: (call, timing) => timings.add({ call, timing }),

    flush: () => {
      const releases = [entries.flush(), timings.flush()];
      return () => {
        for (const release of releases) release();
      };
    },

    addNote: (call, message, at, places = 0) =>
      database.asSystem(async (tx) => {
        if (!(await lockCall(tx, call))) return;
        // The session may be storing its last entries: a place that it has just taken is not ours.
        for (let added = false; !added; ) {
          const [last] = await tx
            .select({ message: transcriptEntries.message, speaker: transcriptEntries.speaker })
            .from(transcriptEntries)
            .where(ofCall(call))
            .orderBy(desc(transcriptEntries.ordinal))
            .limit(1);
          if (last?.speaker === 'system' && last.message === message) return;
          const ordinal = (await nextOrdinal(tx, call)) + places;
          const entry = { ordinal, speaker: 'system', message, spokenAt: at, interrupted: false } as const;
          const rows = await tx
            .insert(transcriptEntries)
            .values({ ...call, ...entry })
            .onConflictDoNothing()
            .returning({ ordinal: transcriptEntries.ordinal });
          added = rows.length > 0;
          if (added) await notify(tx, { kind: 'spoken', ...call, ordinal });
        }
      }),

    keepLastNote: (call, message, places) =>
      database.asSystem(async (tx) => {
        const notes = await tx
          .select({ ordinal: transcriptEntries.ordinal })
          .from(transcriptEntries)
          .where(
            and(
              ofCall(call),
              eq(transcriptEntries.speaker, 'system'),
              eq(transcriptEntries.message, message),
            ),
          )
          .orderBy(asc(transcriptEntries.ordinal));
        const repeated = notes.flatMap(({ ordinal }, n) => {
          const next = notes[n + 1];
          return next && next.ordinal - ordinal < places ? [ordinal] : [];
        });
        if (repeated.length === 0) return;
        await tx
          .delete(transcriptEntries)
          .where(and(ofCall(call), inArray(transcriptEntries.ordinal, repeated)));
      }),

    read: (call) =>
      database.asSystem((tx) =>
        tx
          .select({
            ordinal: transcriptEntries.ordinal,
            speaker: transcriptEntries.speaker,
            message: transcriptEntries.message,
            spokenAt: transcriptEntries.spokenAt,
            interrupted: transcriptEntries.interrupted,
          })
          .from(transcriptEntries)
          .where(ofCall(call))
          .orderBy(asc(transcriptEntries.ordinal)),
      ),
  };
}

async function nextOrdinal(tx: Transaction, call: CallKey): Promise<number> {
  const [last] = await tx
    .select({ ordinal: transcriptEntries.ordinal })
    .from(transcriptEntries)
    .where(ofCall(call))
    .orderBy(desc(transcriptEntries.ordinal))
    .limit(1);
  return (last?.ordinal ?? -1) + 1;
}

/** Locks the call, so that it cannot be deleted before its last entry is written. False when it is gone already. */
async function lockCall(tx: Transaction, { callId }: CallKey): Promise<boolean> {
  const rows = await tx.select({ id: calls.id }).from(calls).where(eq(calls.id, callId)).for('key share');
  return rows.length > 0;
}

function ofCall({ tenantId, callId }: CallKey) {
  return and(eq(transcriptEntries.tenantId, tenantId), eq(transcriptEntries.callId, callId));
}
