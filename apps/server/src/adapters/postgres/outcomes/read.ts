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
const fieldsOfNow = `coalesce(
  (select outcome_fields from templates where templates.tenant_id = calls.tenant_id and templates.id = calls.template_id),
  (select config -> 'outcomes' -> 'fields' from agents join agent_versions v
     on v.tenant_id = agents.tenant_id and v.agent_id = agents.id and v.version = agents.published_version
   where agents.tenant_id = calls.tenant_id and agents.id = calls.agent_id),
  '[]')`;

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

const publishedVersion = `(
  select published_version from agents where agents.tenant_id = calls.tenant_id and agents.id = calls.agent_id)`;

export interface StoredOutcome extends Omit<ShownOutcome, 'fieldsChanged'> {
  /** The version whose fields a run of now would ask for, if they may be others than those of the call. */
  readonly asksFor: {
    readonly agentId: string;
    readonly version: number | null;
    readonly template: boolean;
  } | null;
}

/** Columns of the row of a call: another statement would take longer. */
export function storedOutcomeOf(value: ReadValue): StoredOutcome {
  const state = value<OutcomeState>('outcome_state');
  const outcome = value<CallOutcome | null>('outcome');
  const corrections = readCorrections(value(correctionsOfCall));
  const agentId = value<string>('agent_id');
  const spoke = value<number | null>('agent_version');
  const version = value<number | null>(publishedVersion);
  const template = value<boolean>('template_id is not null');
  const isOver = value<boolean>('answered_at is not null and ended_at is not null');
  const asksFor = isOver && (template || spoke !== version) ? { agentId, version, template } : null;
  return { state, outcome, corrections, asksFor };
}

const reader = rowReader(storedOutcomeOf);
const outcomeOfCall = `select ${reader.columns} from calls where id = $1 and mode = 'live'`;

export type ReadOutcome = (tenantId: string, callId: string, stored: StoredOutcome) => Promise<ShownOutcome>;

const versionsKept = 1_000;

/**
 * Adds whether the fields are others now. A configuration can be large to read, and a published one never changes: the
 * fields of the latest ones used are kept.
 */
export function createReadOutcome(database: Pick<Database, 'readForTenant'>): ReadOutcome {
  const kept = new Map<string, readonly OutcomeField[]>();

  const published = async (tenantId: string, agentId: string, version: number | null) => {
    const key = JSON.stringify([tenantId, agentId, version]);
    const known = kept.get(key);
    if (known) return known;
    const statement = {
      name: 'outcome fields of a version',
      text: `select config -> 'outcomes' -> 'fields' from agent_versions where agent_id = $1 and version = $2`,
      values: [agentId, version === null ? null : String(version)],
    };
    const [[row]] = await database.readForTenant(tenantId, [statement]);
    const fields = (row?.[0] ?? []) as OutcomeField[];
    if (kept.size >= versionsKept) kept.clear();
    if (row) kept.set(key, fields);
    return fields;
  };

  return async (tenantId, callId, { asksFor, ...shown }) => {
    if (asksFor === null) return { ...shown, fieldsChanged: false };
    const fields = asksFor.template
      ? await fieldsOfCall(database, tenantId, callId, 'again')
      : await published(tenantId, asksFor.agentId, asksFor.version);
    return { ...shown, fieldsChanged: !sameOutcomeFields(shown.outcome?.fields ?? [], fields) };
  };
}

export async function shownOutcome(
  database: Pick<Database, 'readForTenant'>,
  tenantId: string,
  callId: string,
): Promise<ShownOutcome | null> {
  if (!isUuid(callId)) return null;
  const statement = { name: 'outcome of a call', text: outcomeOfCall, values: [callId] };
  const [[row]] = await database.readForTenant(tenantId, [statement]);
  return row ? createReadOutcome(database)(tenantId, callId, reader.read(row)) : null;
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
