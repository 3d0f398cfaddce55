import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import type { Call } from '../../../lib/parsing/calls.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useInFlight, useSend } from '../../../lib/use-send.ts';
import { counterparty } from '../call-labels.ts';
import { isDefiniteResponse } from '../is-definite-response.ts';
import { callAgainFailedText, callStartedText, placeCall } from '../place-call.ts';

export type CallAction = 'again' | 'delete';

/** What is needed to place a call again. */
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

interface CallAgainInput extends Repeatable {
  callId: string;
}

/** Idempotency keys by call whose last request got no response: it may have dialled, so the next one repeats the key. */
const unansweredKeys = new Map<string, string>();

function keyFor(callId: string): string {
  const key = unansweredKeys.get(callId) ?? randomId();
  unansweredKeys.set(callId, key);
  return key;
}

const lockPrefix = 'call-row:';
const lockOf = ({ callId }: { callId: string }) => `${lockPrefix}${callId}`;

/** The actions of a row's menu. They stay busy until the list is fetched again, so that nothing is done twice. */
export function useCallActions() {
  const api = useApi();
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.calls });

  const again = useSend({
    name: 'call-again',
    lock: lockOf,
    act: (input: CallAgainInput) => placeCall(api, { ...input, idempotencyKey: keyFor(input.callId) }),
    onDone: ({ to }, { callId }) => {
      unansweredKeys.delete(callId);
      toast.success(callStartedText(to));
      return refetch();
    },
    onFailed: (error, { callId }) => {
      if (isDefiniteResponse(error)) unansweredKeys.delete(callId);
      toast.error(callAgainFailedText, { description: sentenceOf(error) });
    },
  });
  const remove = useSend({
    name: 'delete-call',
    lock: lockOf,
    act: ({ callId }: { callId: string }) => api.send(routes.deleteCall, { params: { id: callId } }),
    onDone: (_, { callId }) => {
      toast.success('Call deleted successfully');
      client.removeQueries({ queryKey: queryKeys.call(callId) });
      return refetch();
    },
    onFailed: (error) =>
      toast.error('Failed to delete call. Please try again.', { description: sentenceOf(error) }),
  });

  return {
    callAgain(call: Call): void {
      const request = repeatable(call);
      if (request !== null) again.send({ ...request, callId: call._id });
    },
    deleteCall(call: Call): void {
      remove.send({ callId: call._id });
    },
  };
}

/** Calls with an action in flight, wherever it was started. */
export function useBusyCalls(): ReadonlyMap<string, CallAction> {
  const held = useInFlight();
  return new Map(
    [...held]
      .filter(([lock]) => lock.startsWith(lockPrefix))
      .map(([lock, name]) => [lock.slice(lockPrefix.length), name === 'delete-call' ? 'delete' : 'again']),
  );
}
