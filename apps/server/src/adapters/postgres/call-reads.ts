import type { Call, TranscriptEntry, TurnTiming } from '@parley/contract';
import type { CallStore } from '../../ports/call-store.ts';
import { type CallRow, callColumns, callOf, type EntryRow, entryColumns, entryOf } from './call-rows.ts';
import type { Database } from './database.ts';
import { isUuid } from './uuid.ts';

const firstPage = `select ${callColumns} from calls order by id desc limit $1`;
const nextPage = `select ${callColumns} from calls where id < $2 order by id desc limit $1`;
const oneCall = `select ${callColumns} from calls where id = $1`;
const oneWhole = `select ${callColumns}, turns, placed_by_name from calls where id = $1`;
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
      const [rows] = await database.readForTenant<[CallRow]>(tenantId, [statement]);
      return rows.map(callOf);
    },

    show: (tenantId, id) => readCall(database, tenantId, id),

    detail: async (tenantId, id) => {
      if (!isUuid(id)) return null;
      const [[call], entries] = await database.readForTenant<[CallRow, EntryRow]>(tenantId, [
        { text: oneWhole, values: [id] },
        { text: itsEntries, values: [id] },
      ]);
      if (!call) return null;
      const [turns, placedByName] = call.slice(16) as [TurnTiming[], string | null];
      return {
        ...callOf(call),
        transcript: entries.map(entryOf),
        turns,
        placedBy: placedByName === null ? null : { displayName: placedByName },
      };
    },
  };
}

export async function readCall(database: Database, tenantId: string, id: string): Promise<Call | null> {
  if (!isUuid(id)) return null;
  const [[row]] = await database.readForTenant<[CallRow]>(tenantId, [{ text: oneCall, values: [id] }]);
  return row ? callOf(row) : null;
}

export async function readEntry(
  database: Database,
  tenantId: string,
  callId: string,
  ordinal: number,
): Promise<TranscriptEntry | null> {
  const statement = { text: oneEntry, values: [callId, String(ordinal)] };
  const [[row]] = await database.readForTenant<[EntryRow]>(tenantId, [statement]);
  return row ? entryOf(row) : null;
}
