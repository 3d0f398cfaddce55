import { and, asc, desc, eq } from 'drizzle-orm';
import type { CallKey, TranscriptStore } from '../../ports/transcript-store.ts';
import { BatchWriter } from './batch-writer.ts';
import { calls } from './calls-table.ts';
import type { Database, Transaction } from './database.ts';
import { tell } from './live-notices.ts';
import { transcriptEntries } from './schema.ts';
import { type SpokenLine, type SpokenTurn, writeLines, writeTurns } from './transcript-writes.ts';

/** Nobody watches how long answers took while a call goes on. */
const timingsWaitMs = 1_000;

export function createTranscriptStore(database: Database): TranscriptStore {
  const lines = new BatchWriter<SpokenLine>((items) => database.systemStatement(writeLines(items)));
  const turns = new BatchWriter<SpokenTurn>(
    (items) => database.systemStatements(writeTurns(items)),
    timingsWaitMs,
  );
  return {
    nextOrdinal: (call) => database.asSystem((tx) => nextOrdinal(tx, call)),

    write: (call, line, final) => lines.add({ call, line, final }),

    remove: (call, ordinal) =>
      database.asSystem(async (tx) => {
        await tx.delete(transcriptEntries).where(and(ofCall(call), eq(transcriptEntries.ordinal, ordinal)));
      }),

    addTurnTiming: (call, timing) => turns.add({ call, timing }),

    flush: () => {
      const rests = [lines.flush(), turns.flush()];
      return () => {
        for (const rest of rests) rest();
      };
    },

    addNote: (call, message, at) =>
      database.asSystem(async (tx) => {
        if (!(await isThere(tx, call))) return;
        const [last] = await tx
          .select({ message: transcriptEntries.message, speaker: transcriptEntries.speaker })
          .from(transcriptEntries)
          .where(ofCall(call))
          .orderBy(desc(transcriptEntries.ordinal))
          .limit(1);
        if (last?.speaker === 'system' && last.message === message) return;
        const ordinal = await nextOrdinal(tx, call);
        const line = { ordinal, speaker: 'system', message, spokenAt: at, interrupted: false } as const;
        await tx.insert(transcriptEntries).values({ ...call, ...line });
        await tell(tx, { kind: 'spoken', ...call, ordinal });
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

/** A call may be deleted while its last words are on their way; locked, it stays until they are written. */
async function isThere(tx: Transaction, { callId }: CallKey): Promise<boolean> {
  const rows = await tx.select({ id: calls.id }).from(calls).where(eq(calls.id, callId)).for('key share');
  return rows.length > 0;
}

function ofCall({ tenantId, callId }: CallKey) {
  return and(eq(transcriptEntries.tenantId, tenantId), eq(transcriptEntries.callId, callId));
}
