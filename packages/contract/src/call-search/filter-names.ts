/** Without schemas, for pages that only read and write addresses. */

/** The names of the filters of calls, the same in the address of a page, the query of a request and a saved view. */
export const callFilterNames = [
  'q',
  'status',
  'reason',
  'direction',
  'agent',
  'version',
  'from',
  'to',
  'shortest',
  'longest',
  'field',
  'value',
  'result',
  'template',
  'contact',
  'placedBy',
  'sandbox',
] as const;
export type CallFilterName = (typeof callFilterNames)[number];

/** Several values of one filter are written with commas between them: any of them fits. */
export const listSeparator = ',';

type FilterValue = string | number | readonly (string | number)[] | undefined;

/** Filters as a query, in the order of `callFilterNames`; what is not set is left out. */
export function callFilterParams(
  filters: Readonly<Partial<Record<CallFilterName, FilterValue>>>,
): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of callFilterNames) {
    const value = filters[name];
    const text = Array.isArray(value) ? value.join(listSeparator) : String(value ?? '');
    if (text !== '') params.set(name, text);
  }
  return params;
}
