import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../../lib/tabs.ts';

/** After a change of an agent: fetches again what shows agents, here and in the other tabs. */
export function useAgentChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    notifyOtherTabs({ kind: 'changed', what: 'agents' });
    await client.invalidateQueries({ queryKey: queryKeys.agents });
  };
}
