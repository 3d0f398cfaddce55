import type { CallFilterName } from '@parley/contract';
import type { FilterValues } from '../filter-values.ts';

/** The filters as people see them; some have two parts in the address. */
export const filterKinds = [
  { kind: 'status', label: 'Status', names: ['status'] },
  { kind: 'reason', label: 'Reason', names: ['reason'] },
  { kind: 'direction', label: 'Direction', names: ['direction'] },
  { kind: 'agent', label: 'Agent', names: ['agent'] },
  { kind: 'version', label: 'Version of the agent', names: ['version'] },
  { kind: 'date', label: 'Date', names: ['from', 'to'] },
  { kind: 'length', label: 'Length', names: ['shortest', 'longest'] },
  { kind: 'outcome', label: 'Outcome', names: ['field', 'value'] },
  { kind: 'result', label: 'Result', names: ['result'] },
  { kind: 'template', label: 'Template', names: ['template'] },
  { kind: 'contact', label: 'Contact', names: ['contact'] },
  { kind: 'placedBy', label: 'Placed by', names: ['placedBy'] },
  { kind: 'sandbox', label: 'Sandbox', names: ['sandbox'] },
] as const satisfies readonly { kind: string; label: string; names: readonly CallFilterName[] }[];

export type FilterKind = (typeof filterKinds)[number]['kind'];
export type FilterKindEntry = (typeof filterKinds)[number];

export const isSet = ({ names }: FilterKindEntry, values: FilterValues): boolean =>
  names.some((name) => values[name] !== undefined);

/** What removes a filter from the address. */
export const without = ({ names }: FilterKindEntry): FilterValues =>
  Object.fromEntries(names.map((name) => [name, '']));

export const listOf = (value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : value.split(',');
