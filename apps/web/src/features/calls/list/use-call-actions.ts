import { type Call, routes } from '@parley/contract';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { counterparty } from '../call-words.ts';
import { callAgainFailedText, callStartedText, placeCall } from '../place-call.ts';

const againKey = ['call-again'];
const deleteKey = ['delete-call'];

export type CallAction = 'again' | 'delete';

/** What a call needs to be made once more. */
interface Repeatable {
  agentId: string;
  phoneNumber: string;
  message: string;
}

export function repeatable(call: Call): Repeatable | null {
  const phoneNumber = counterparty(call);
  const { agentId, instructions } = call;
  if (!agentId || !phoneNumber || !instructions?.trim()) return null;
  return { agentId, phoneNumber, message: instructions };
}

interface Again extends Repeatable {
  callId: string;
  idempotencyKey: string;
}

/** Both acts of a row's menu. They stay busy until the list is fetched again, so that nothing is done twice. */
export function useCallActions() {
  const api = useApi();
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.calls });

  const again = useMutation({
    mutationKey: againKey,
    mutationFn: (wish: Again) => placeCall(api, wish),
    onSuccess: ({ to }) => {
      toast.success(callStartedText(to));
      return refetch();
    },
    onError: ({ message }) => toast.error(callAgainFailedText, { description: message }),
  });
  const remove = useMutation({
    mutationKey: deleteKey,
    mutationFn: ({ callId }: { callId: string }) =>
      api.request(routes.deleteCall, { params: { id: callId } }),
    onSuccess: (_, { callId }) => {
      toast.success('Call deleted successfully');
      client.removeQueries({ queryKey: queryKeys.call(callId) });
      return refetch();
    },
    onError: ({ message }) =>
      toast.error('Failed to delete call. Please try again.', { description: message }),
  });

  return {
    callAgain(call: Call): void {
      const wish = repeatable(call);
      if (wish !== null) again.mutate({ ...wish, callId: call._id, idempotencyKey: randomId() });
    },
    deleteCall(call: Call): void {
      remove.mutate({ callId: call._id });
    },
  };
}

/** Which calls something is being done with right now, wherever it was started. */
export function useBusyCalls(): ReadonlyMap<string, CallAction> {
  const again = usePending(againKey);
  const removed = usePending(deleteKey);
  return new Map([
    ...again.map((callId) => [callId, 'again'] as const),
    ...removed.map((callId) => [callId, 'delete'] as const),
  ]);
}

function usePending(mutationKey: readonly string[]): string[] {
  return useMutationState({
    filters: { mutationKey: [...mutationKey], status: 'pending' },
    select: ({ state }) => (state.variables as { callId: string }).callId,
  });
}
