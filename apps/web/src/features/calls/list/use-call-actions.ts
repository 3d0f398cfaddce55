import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import type { Call } from '../../../lib/parsing/calls.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useSend } from '../../../lib/use-send.ts';
import { lockOf } from '../busy-calls.ts';
import { isDefiniteResponse } from '../is-definite-response.ts';
import { callAgainFailedText, callStartedText, placeCall } from '../place-call.ts';
import { type Repeatable, repeatable } from '../repeatable.ts';
import { useDeleteCall } from '../use-delete-call.ts';

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
  const remove = useDeleteCall();

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
