import { callFilterNames } from '@parley/contract';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FilterValues, valuesOf } from './filter-values.ts';

export type FilterChange = FilterValues | ((now: FilterValues) => FilterValues);

export interface FilterAddress {
  values: FilterValues;
  /** An empty text removes a filter. A function gets the filters as they are at this moment. */
  change: (part: FilterChange) => void;
  /** Instead of all that was there. */
  replace: (values: FilterValues) => void;
}

/** The address after a change. A version belongs to one agent, and goes with it. */
export function changedSearch(search: string, part: FilterValues): string {
  const params = new URLSearchParams(search);
  for (const [name, value = ''] of Object.entries(part)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  const agents = params.get('agent')?.split(',').length ?? 0;
  if (agents !== 1 || ('agent' in part && !('version' in part))) params.delete('version');
  return params.size === 0 ? '' : `?${params}`;
}

/** A change is in the address a few microtasks after it was asked for; what is older is there, or was replaced. */
const pendingMs = 500;
let asked = { search: '', at: Number.NEGATIVE_INFINITY };

/** The address as the last change leaves it, whether or not that is rendered already. */
function currentSearch(): string {
  return performance.now() - asked.at < pendingMs ? asked.search : window.location.search;
}

/**
 * The filters in the address. A change starts from the address at its own moment, not from what was rendered: of two
 * changes before the next rendering none is lost.
 */
export function useFilterAddress(): FilterAddress {
  const { search } = useLocation();
  const navigate = useNavigate();
  const values = useMemo(() => valuesOf(search), [search]);
  const go = (from: (current: string) => string) => {
    const current = currentSearch();
    const next = from(current);
    if (next === current) return;
    asked = { search: next, at: performance.now() };
    void navigate({ search: next }, { replace: true, preventScrollReset: true, flushSync: true });
  };
  return {
    values,
    change: (part) =>
      go((current) => changedSearch(current, typeof part === 'function' ? part(valuesOf(current)) : part)),
    replace: (wanted) =>
      go((current) =>
        changedSearch(current, {
          ...Object.fromEntries(callFilterNames.map((name) => [name, ''])),
          ...wanted,
        }),
      ),
  };
}
