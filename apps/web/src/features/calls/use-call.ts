import { routes } from '@parley/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { readCallAnswer } from '../../lib/reading/calls.ts';

export function useCall(callId: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.call(callId ?? ''),
    queryFn:
      callId === undefined || callId === ''
        ? skipToken
        : ({ signal }) =>
            api.read(routes.getCall, readCallAnswer(callId), { params: { id: callId }, signal }),
    select: (answer) => answer.call,
  });
}
