import type { Call, TranscriptEntry, TurnTiming } from '@parley/contract';
import type { CallStore } from '../../ports/call-store.ts';
import type { Database } from './database.ts';
import { isUuid } from './uuid.ts';

/** Rows that are already what the wire wants: what is read most often is not put together twice. */
const callColumns = `id as "_id", agent_id as "agentId", direction, from_number as "from", to_number as "to", status,
  reason, instructions, duration, created_at as "createdAt", answered_at as "answeredAt", ended_at as "endTime",
  summary, summary_state as "summaryState", carrier = 'lab' as practice, engine`;

const entryColumns = 'ordinal, speaker, message, spoken_at as "timestamp", interrupted';

const firstPage = `select ${callColumns} from calls order by id desc limit $1`;
const nextPage = `select ${callColumns} from calls where id < $2 order by id desc limit $1`;
const oneCall = `select ${callColumns} from calls where id = $1`;
const oneWithTurns = `select ${callColumns}, turns from calls where id = $1`;
const itsEntries = `select ${entryColumns} from transcript_entries where call_id = $1 order by ordinal`;
const oneEntry = `select ${entryColumns} from transcript_entries where call_id = $1 and ordinal = $2`;

/** What a tenant sees of its calls. Row-level security keeps everybody else's out. */
export function callReads(database: Database): Pick<CallStore, 'list' | 'show' | 'detail'> {
  return {
    list: async (tenantId, { limit, afterId }) => {
      const statement =
        afterId === undefined
          ? { text: firstPage, values: [String(limit)] }
          : { text: nextPage, values: [String(limit), afterId] };
      const [rows] = await database.readForTenant<[Call]>(tenantId, [statement]);
      return rows;
    },

    show: (tenantId, id) => readCall(database, tenantId, id),

    detail: async (tenantId, id) => {
      if (!isUuid(id)) return null;
      const [[call], transcript] = await database.readForTenant<
        [Call & { turns: TurnTiming[] }, TranscriptEntry]
      >(tenantId, [
        { text: oneWithTurns, values: [id] },
        { text: itsEntries, values: [id] },
      ]);
      return call ? { ...call, transcript } : null;
    },
  };
}

export async function readCall(database: Database, tenantId: string, id: string): Promise<Call | null> {
  if (!isUuid(id)) return null;
  const [[call]] = await database.readForTenant<[Call]>(tenantId, [{ text: oneCall, values: [id] }]);
  return call ?? null;
}

export async function readEntry(
  database: Database,
  tenantId: string,
  callId: string,
  ordinal: number,
): Promise<TranscriptEntry | null> {
  const statement = { text: oneEntry, values: [callId, String(ordinal)] };
  const [[entry]] = await database.readForTenant<[TranscriptEntry]>(tenantId, [statement]);
  return entry ?? null;
}
