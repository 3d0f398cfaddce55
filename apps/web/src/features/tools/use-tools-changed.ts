import type { Tool } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../lib/tabs.ts';

/** After a change: what is shown of tools is fetched again, here and in the other tabs. */
export function useToolsChanged(): (saved: Tool | null, deletedId?: string) => Promise<void> {
  const client = useQueryClient();
  return async (saved, deletedId) => {
    if (saved !== null) client.setQueryData(queryKeys.tool(saved.id), saved);
    notifyOtherTabs({ kind: 'changed', what: 'tools' });
    await client.invalidateQueries({
      queryKey: queryKeys.tools,
      predicate: ({ queryKey }) => queryKey[2] === undefined || queryKey[2] !== (saved?.id ?? deletedId),
    });
  };
}
