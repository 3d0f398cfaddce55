import type { ExportColumn } from '@parley/contract';
import { sandboxCarrier } from '../../../ports/call.ts';
import type { ExportedCall, ExportedValue, ExportOrder } from '../../../ports/call-exports.ts';
import { otherParty } from '../other-party.ts';
import type { Row } from '../row-reader.ts';

/** The contact that was chosen for the call, or else the first who has the number of the other party. */
const contactName = `coalesce(
  (select chosen.name from contacts as chosen
   where chosen.tenant_id = calls.tenant_id and chosen.id = calls.contact_id),
  (select known.name from contacts as known
   where known.tenant_id = calls.tenant_id and known.number = ${otherParty}
   order by known.name_key collate "C", known.id limit 1))`;

const agentName = `(
  select spoke.display_name from agents as spoke
  where spoke.tenant_id = calls.tenant_id and spoke.id = calls.agent_id)`;

const templateName = `(
  select used.name from templates as used
  where used.tenant_id = calls.tenant_id and used.id = calls.template_id)`;

const transcript = `(
  select json_agg(json_build_array(said.speaker, said.message, said.spoken_at) order by said.ordinal)
  from transcript_entries as said where said.tenant_id = calls.tenant_id and said.call_id = calls.id)`;

const costOf = (value: string) => `(
  select ${value} from call_costs as cost where cost.tenant_id = calls.tenant_id and cost.call_id = calls.id)`;

const sources: Readonly<Record<ExportColumn, string>> = {
  id: 'id',
  direction: 'direction',
  status: 'status',
  reason: 'reason',
  from: 'from_number',
  to: 'to_number',
  contact: contactName,
  agent: agentName,
  version: 'agent_version',
  template: templateName,
  placedBy: 'placed_by_name',
  externalId: 'external_id',
  created: 'created_at',
  answered: 'answered_at',
  ended: 'ended_at',
  createdUtc: 'created_at',
  answeredUtc: 'answered_at',
  endedUtc: 'ended_at',
  duration: 'duration',
  result: 'outcome_result',
  // As text with six digits: a file for accounting has no rounding of binary numbers in it.
  cost: costOf('round((cost.carrier_micros + cost.model_micros) / 1000000.0, 6)::text'),
  currency: costOf('cost.currency'),
  costState: costOf(
    "case when 'estimate' in (cost.carrier_state, cost.model_state) then 'estimate' else 'final' end",
  ),
  summary: 'summary',
  instructions: 'instructions',
  transcript,
  sandbox: `carrier = '${sandboxCarrier}'`,
};

/** What counts of each outcome field: the correction, which may say that it is not known, or else what was read. */
const outcomeValues = `
  coalesce((select jsonb_object_agg(found ->> 'field', found -> 'value')
            from jsonb_array_elements(outcome -> 'values') as found), '{}')
  || coalesce((select jsonb_object_agg(corrected.field_id, corrected.value) from outcome_corrections as corrected
               where corrected.tenant_id = calls.tenant_id and corrected.call_id = calls.id), '{}')`;

/** What is selected of each call; expressions over the columns of `calls`. */
export function selected({ columns, fields }: ExportOrder): string {
  return [...columns.map((name) => sources[name]), ...(fields.length > 0 ? [outcomeValues] : [])].join(', ');
}

/** A row in array mode, in the order of `selected`. */
export function exportedCall({ columns, fields }: ExportOrder, row: Row): ExportedCall {
  const values = (row[columns.length] ?? {}) as ExportedCall['fields'];
  return {
    columns: Object.fromEntries(columns.map((name, index) => [name, (row[index] ?? null) as ExportedValue])),
    fields: Object.fromEntries(
      fields.map((id) => [id, Object.hasOwn(values, id) ? (values[id] ?? null) : null]),
    ),
  };
}
