import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { Call } from '../../../lib/reading/calls.ts';
import { useSend, useUnderWay } from '../../../lib/use-send.ts';
import { counterparty } from '../call-words.ts';
import { isAnswer } from '../is-answer.ts';
import { callAgainFailedText, callStartedText, placeCall } from '../place-call.ts';

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
}

/** Keys of rows whose last order nobody answered: it may have been carried out, so the next one repeats its key. */
const unanswered = new Map<string, string>();

function keyFor(callId: string): string {
  const key = unanswered.get(callId) ?? randomId();
  unanswered.set(callId, key);
  return key;
}

const lockPrefix = 'call-row:';
const lockOf = ({ callId }: { callId: string }) => `${lockPrefix}${callId}`;

/** Both acts of a row's menu. They stay busy until the list is fetched again, so that nothing is done twice. */
export function useCallActions() {
  const api = useApi();
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.calls });

  const again = useSend({
    name: 'call-again',
    lock: lockOf,
    act: (wish: Again) => placeCall(api, { ...wish, idempotencyKey: keyFor(wish.callId) }),
    onDone: ({ to }, { callId }) => {
      unanswered.delete(callId);
      toast.success(callStartedText(to));
      return refetch();
    },
    onFailed: (error, { callId }) => {
      if (isAnswer(error)) unanswered.delete(callId);
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
      const wish = repeatable(call);
      if (wish !== null) again.send({ ...wish, callId: call._id });
    },
    deleteCall(call: Call): void {
      remove.send({ callId: call._id });
    },
  };
}

/** Which calls something is being done with right now, wherever it was started. */
export function useBusyCalls(): ReadonlyMap<string, CallAction> {
  const held = useUnderWay();
  return new Map(
    [...held]
      .filter(([lock]) => lock.startsWith(lockPrefix))
      .map(([lock, name]) => [lock.slice(lockPrefix.length), name === 'delete-call' ? 'delete' : 'again']),
  );
}
