import type { Call, TranscriptEntry } from '@parley/contract';
import type { CallStore } from '../../ports/call-store.ts';
import { callReader, detailReader } from './calls-table.ts';
import type { Database } from './database.ts';
import { besideCallStatement, followUpBesideCall } from './follow-ups/reads.ts';
import { ofExternalId, withoutSorting } from './of-external-id.ts';
import { createReadOutcome } from './outcomes/read.ts';
import { rowReader } from './row-reader.ts';
import { transcriptEntries } from './schema.ts';
import { toolCallReader } from './shown-tool-calls.ts';
import { isUuid } from './uuid.ts';

const entryReader = rowReader(
  (value): TranscriptEntry => ({
    ordinal: value(transcriptEntries.ordinal),
    speaker: value(transcriptEntries.speaker),
    message: value(transcriptEntries.message),
    timestamp: value(transcriptEntries.spokenAt),
    interrupted: value(transcriptEntries.interrupted),
  }),
);

// Tries are in no list, and no page of calls shows one.
const firstPage = `select ${callReader.columns} from calls where mode = 'live' order by id desc limit $1`;
const nextPage = `select ${callReader.columns} from calls where id < $2 and mode = 'live' order by id desc limit $1`;
const byExternalId = `
  select ${callReader.columns} from calls
  where tenant_id = $3 and ($2::uuid is null or id < $2::uuid) and mode = 'live' and ${ofExternalId('$4')} limit $1`;
const oneCall = `select ${callReader.columns} from calls where id = $1 and mode = 'live'`;
const oneDetail = `select ${detailReader.columns} from calls where id = $1 and mode = 'live'`;
const allToolCalls = `
  select ${toolCallReader.columns} from tool_calls where call_id = $1 order by ordinal, started_at, id`;
const allEntries = `select ${entryReader.columns} from transcript_entries where call_id = $1 order by ordinal`;
const oneEntry = `
  select ${entryReader.columns} from transcript_entries where call_id = $1 and ordinal = $2
    and exists (select from calls where id = $1 and mode = 'live')`;

/** What a tenant sees of its calls. Row-level security hides the rows of other tenants. */
export function callReads(database: Database): Pick<CallStore, 'list' | 'get' | 'detail'> {
  const readOutcome = createReadOutcome(database);
  return {
    list: async (tenantId, { limit, afterId, externalId }) => {
      if (externalId !== undefined) {
        const values = [String(limit), afterId ?? null, tenantId, externalId];
        const [, rows] = await database.readForTenant(tenantId, [
          withoutSorting,
          { text: byExternalId, values },
        ]);
        return rows.map(callReader.read);
      }
      const statement =
        afterId === undefined
          ? { text: firstPage, values: [String(limit)] }
          : { text: nextPage, values: [String(limit), afterId] };
      const [rows] = await database.readForTenant(tenantId, [statement]);
      return rows.map(callReader.read);
    },

    get: (tenantId, id) => readCall(database, tenantId, id),

    detail: async (tenantId, id) => {
      if (!isUuid(id)) return null;
      const [[call], entries, followUps, toolCalls] = await database.readForTenant(tenantId, [
        { name: 'one call in detail', text: oneDetail, values: [id] },
        { name: 'transcript of a call', text: allEntries, values: [id] },
        besideCallStatement(id),
        { name: 'tool calls of a call', text: allToolCalls, values: [id] },
      ]);
      if (!call) return null;
      const { outcomes, ...detail } = detailReader.read(call);
      const transcript = entries.map(entryReader.read);
      return {
        ...detail,
        outcomes: await readOutcome(tenantId, id, outcomes),
        transcript,
        toolCalls: toolCalls.map(toolCallReader.read),
        followUps: followUps.map((row) => followUpBesideCall(row, { ...detail, transcript })),
      };
    },
  };
}

export async function readCall(database: Database, tenantId: string, id: string): Promise<Call | null> {
  if (!isUuid(id)) return null;
  const statement = { name: 'one call', text: oneCall, values: [id] };
  const [[row]] = await database.readForTenant(tenantId, [statement]);
  return row ? callReader.read(row) : null;
}

export async function readEntry(
  database: Database,
  tenantId: string,
  callId: string,
  ordinal: number,
): Promise<TranscriptEntry | null> {
  const statement = { name: 'one transcript entry', text: oneEntry, values: [callId, String(ordinal)] };
  const [[row]] = await database.readForTenant(tenantId, [statement]);
  return row ? entryReader.read(row) : null;
}
