import {
  type CallOutcome,
  type Correction,
  type OutcomeField,
  type OutcomeState,
  type ShownOutcome,
  sameOutcomeFields,
} from '@parley/contract';
import type { Database } from '../database.ts';
import { isoInstant } from '../pipeline.ts';
import { type ReadValue, rowReader } from '../row-reader.ts';
import { isUuid } from '../uuid.ts';

/** The fields that a run of now would ask for: those of the template if it has some, else those of the published version. */
export const fieldsOfNow = `coalesce(
  (select outcome_fields from templates where templates.tenant_id = calls.tenant_id and templates.id = calls.template_id),
  (select config -> 'outcomes' -> 'fields' from agents join agent_versions v
     on v.tenant_id = agents.tenant_id and v.agent_id = agents.id and v.version = agents.published_version
   where agents.tenant_id = calls.tenant_id and agents.id = calls.agent_id),
  '[]')`;

/** Null where nothing was published since the call began and it has no template: a configuration can be large to read. */
const fieldsSinceCall = `case when template_id is not null or agent_version is distinct from (
  select published_version from agents where agents.tenant_id = calls.tenant_id and agents.id = calls.agent_id)
  then ${fieldsOfNow} end`;

/** Those that the call began with: of its template if it still has some, else of the version that spoke. */
const fieldsAtFirst = `coalesce(
  (select outcome_fields from templates where templates.tenant_id = calls.tenant_id and templates.id = calls.template_id),
  (select config -> 'outcomes' -> 'fields' from agent_versions v
   where v.tenant_id = calls.tenant_id and v.agent_id = calls.agent_id and v.version = calls.agent_version),
  '[]')`;

const correctionsOfCall = `(
  select json_agg(json_build_array(field_id, value, revision, corrected_by_name, corrected_at::text) order by field_id)
  from outcome_corrections as c where c.tenant_id = calls.tenant_id and c.call_id = calls.id)`;

type CorrectionRow = [
  field: string,
  value: Correction['value'],
  revision: number,
  byName: string | null,
  at: string,
];

function readCorrections(rows: readonly CorrectionRow[] | null): Correction[] {
  return (rows ?? []).map(([field, value, revision, byName, at]) => ({
    ...{ field, value, revision },
    by: byName === null ? null : { displayName: byName },
    at: isoInstant(at),
  }));
}

/** Columns of the row of a call: another statement would take longer. */
export function shownOutcomeOf(value: ReadValue): ShownOutcome {
  const state = value<OutcomeState>('outcome_state');
  const outcome = value<CallOutcome | null>('outcome');
  const corrections = readCorrections(value(correctionsOfCall));
  const fields = value<OutcomeField[] | null>(fieldsSinceCall);
  const isOver = value<boolean>('answered_at is not null and ended_at is not null');
  const fieldsChanged = isOver && fields !== null && !sameOutcomeFields(outcome?.fields ?? [], fields);
  return { state, outcome, corrections, fieldsChanged };
}

const reader = rowReader(shownOutcomeOf);
const outcomeOfCall = `select ${reader.columns} from calls where id = $1 and mode = 'live'`;

export async function shownOutcome(
  database: Pick<Database, 'readForTenant'>,
  tenantId: string,
  callId: string,
): Promise<ShownOutcome | null> {
  if (!isUuid(callId)) return null;
  const statement = { name: 'outcome of a call', text: outcomeOfCall, values: [callId] };
  const [[row]] = await database.readForTenant(tenantId, [statement]);
  return row ? reader.read(row) : null;
}

/** The fields that a run asks for. */
export async function fieldsOfCall(
  database: Pick<Database, 'readForTenant'>,
  tenantId: string,
  callId: string,
  run: 'first' | 'again',
): Promise<readonly OutcomeField[]> {
  const fields = run === 'first' ? fieldsAtFirst : fieldsOfNow;
  const statement = {
    name: `outcome fields of a call, ${run}`,
    text: `select ${fields} from calls where id = $1`,
    values: [callId],
  };
  const [[row]] = await database.readForTenant(tenantId, [statement]);
  return (row?.[0] ?? []) as OutcomeField[];
}
