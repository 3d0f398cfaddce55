import type { CallFilters } from '@parley/contract';
import { sandboxCarrier } from '../../../ports/call.ts';
import { otherParty } from '../other-party.ts';

/** An SQL condition over a row of `calls`, with its values as text. */
export interface CallConditions {
  readonly text: string;
  readonly values: readonly string[];
}

/**
 * What a call has to be, without the words that are searched for. Values are parameters, numbered from `first`; the table is
 * named `calls`. `timeZone` is that of the organization.
 */
export function callConditions(filters: CallFilters, timeZone: string, first = 1): CallConditions {
  const values: string[] = [];
  const value = (text: string | number) => {
    values.push(String(text));
    return `$${first + values.length - 1}`;
  };
  const oneOf = (column: string, list: readonly (string | number)[] | undefined) =>
    list &&
    `${column} = any (array(select jsonb_array_elements_text(${value(JSON.stringify(list))}::jsonb)))`;
  const is = (column: string, text: string | undefined) => text !== undefined && `${column} = ${value(text)}`;
  const dayStart = (day: string, days: number) =>
    `((${value(day)}::date + ${days})::timestamp at time zone ${value(timeZone)})`;
  const { from, to, shortest, longest, field, contact, sandbox } = filters;
  const all = [
    "calls.mode = 'live'",
    oneOf('calls.status', filters.status),
    oneOf('calls.reason', filters.reason),
    is('calls.direction', filters.direction),
    oneOf('calls.agent_id', filters.agent),
    oneOf('calls.agent_version::text', filters.version),
    from !== undefined && `calls.created_at >= ${dayStart(from, 0)}`,
    to !== undefined && `calls.created_at < ${dayStart(to, 1)}`,
    shortest !== undefined && `calls.duration >= ${value(shortest)}::integer`,
    longest !== undefined && `calls.duration <= ${value(longest)}::integer`,
    oneOf('calls.outcome_result', filters.result),
    oneOf('calls.template_id::text', filters.template),
    contact !== undefined && ofContact(value(contact)),
    oneOf('calls.placed_by', filters.placedBy),
    sandbox !== undefined && `(calls.carrier = '${sandboxCarrier}') = ${sandbox === 'yes'}`,
    field !== undefined &&
      `lower(${valueOfField(value(field))}) = lower(${value(filters.value ?? '')}::text)`,
  ];
  return { text: all.filter((condition) => typeof condition === 'string').join(' and '), values };
}

function ofContact(id: string): string {
  return `(calls.contact_id = ${id}::uuid or ${otherParty} = (
    select number from contacts where contacts.tenant_id = calls.tenant_id and contacts.id = ${id}::uuid))`;
}

/** The correction counts, also one that says that it is not known. */
function valueOfField(field: string): string {
  const corrections =
    'outcome_corrections as corrected where corrected.tenant_id = calls.tenant_id and corrected.call_id = calls.id';
  return `(case when exists (select from ${corrections} and corrected.field_id = ${field})
    then (select corrected.value #>> '{}' from ${corrections} and corrected.field_id = ${field})
    else (select proved ->> 'value' from jsonb_array_elements(calls.outcome -> 'values') as proved
          where proved ->> 'field' = ${field} limit 1) end)`;
}
