import { organizationRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../lib/api-context.ts';
import { asObject, asString } from '../../../lib/parsing/json.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { FilterAddress } from './filter-address.ts';
import { AddFilter } from './filters/add-filter.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import type { FilterKind } from './filters/filter-kinds.ts';
import { FilterSheet } from './filters/filter-sheet.tsx';
import { useFilterOptions } from './filters/use-filter-options.ts';
import { ViewsMenu } from './views/views-menu.tsx';

/** Beside and below the search field: filters and saved views. */
export function SearchTools({ address }: { address: FilterAddress }) {
  const [open, setOpen] = useState<FilterKind | null>(null);
  const options = useFilterOptions(address.values, open);
  const timeZone = useTimeZone(open === 'date');
  const narrow = useNarrow();
  const shared = { address, options, timeZone, open, onOpenChange: setOpen };
  return (
    <>
      {narrow ? <FilterSheet {...shared} /> : <AddFilter values={address.values} onAdd={setOpen} />}
      <ViewsMenu address={address} />
      {!narrow && <FilterChips {...shared} />}
    </>
  );
}

/** That of the organization, in which the server reads dates; until it is known, that of the browser. */
function useTimeZone(needed: boolean): string {
  const api = useApi();
  const { data } = useQuery({
    queryKey: queryKeys.timeZone,
    queryFn: ({ signal }) => api.get(organizationRoutes.getOrganization, parseTimeZone, { signal }),
    enabled: needed,
  });
  return data ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** By hand: the schema of all settings is large. */
function parseTimeZone(body: unknown): string | undefined {
  const settings = asObject(asObject(asObject(body)?.organization)?.settings);
  return asString(settings?.timeZone) ?? undefined;
}

const query = '(max-width: 39.99rem)';

function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const narrow = window.matchMedia(query);
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}
