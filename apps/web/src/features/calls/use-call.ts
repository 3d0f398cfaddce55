import { routes } from '@parley/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseCallResult } from '../../lib/parsing/call-detail.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** While this tab deletes the call, nothing asks for it: not the notice of the deletion, not a reconnected stream. */
export function useCall(callId: string | undefined, deleting = false) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.call(callId ?? ''),
    queryFn:
      callId === undefined || callId === ''
        ? skipToken
        : ({ signal }) =>
            api.get(routes.getCall, parseCallResult(callId), { params: { id: callId }, signal }),
    enabled: !deleting,
    select: (result) => result.call,
  });
}
