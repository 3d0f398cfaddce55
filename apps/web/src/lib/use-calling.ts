import { callingRoutes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from './api-context.ts';
import { knownCalling, rememberCalling } from './known-calling.ts';
import { parseCalling } from './parsing/calling.ts';
import { queryKeys } from './query-keys.ts';

/** Whether new calls are real, who speaks on them, and why there are none. */
export function useCalling() {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.calling,
    queryFn: async ({ signal }) => {
      const calling = await api.get(callingRoutes.getCalling, parseCalling, { signal });
      rememberCalling(calling);
      return calling;
    },
    placeholderData: knownCalling,
  });
}
