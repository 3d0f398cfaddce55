import { type CallFilterName, callFilterNames } from '@parley/contract';

/** What the list is searched and filtered by, as it stands in the address; several values of one have commas between them. */
export type FilterValues = Readonly<Partial<Record<CallFilterName, string>>>;

export function valuesOf(search: string): FilterValues {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    callFilterNames.flatMap((name) => {
      const value = params.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

export const isFiltered = (values: FilterValues): boolean => Object.keys(values).length > 0;
