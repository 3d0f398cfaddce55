import { routes } from '@parley/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { parseCallResult } from '../../lib/parsing/call-detail.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export function useCall(callId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.call(callId ?? ''),
    queryFn:
      callId === undefined || callId === ''
        ? skipToken
        : ({ signal }) =>
            api.get(routes.getCall, parseCallResult(callId), { params: { id: callId }, signal }),
    select: (result) => result.call,
  });
}
