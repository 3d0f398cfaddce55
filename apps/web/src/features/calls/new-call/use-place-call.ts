import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { refreshSteps } from '../../../lib/open-steps.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useMounted } from '../../../lib/use-mounted.ts';
import { useSend } from '../../../lib/use-send.ts';
import { isDefiniteResponse } from '../is-definite-response.ts';
import { type CallRequest, callAgainFailedText, callStartedText, placeCall } from '../place-call.ts';

interface PlaceCallHandlers {
  /** The server accepted the call, whether or not the form is still open. */
  onAccepted: () => void;
  onPlaced: () => void;
  onFailed: (sentence: string, code: string | null) => void;
}

/**
 * Places the call of one form. After a definite response the next call gets a new idempotency key; without one the next
 * attempt repeats the key, because the call may have been placed.
 */
export function usePlaceCall({ onAccepted, onPlaced, onFailed }: PlaceCallHandlers) {
  const api = useApi();
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const mounted = useMounted();
  const { busy, send } = useSend({
    name: 'place-call',
    once: true,
    act: (request: Omit<CallRequest, 'idempotencyKey'>) => {
      key.current ??= randomId();
      return placeCall(api, { ...request, idempotencyKey: key.current });
    },
    onDone: ({ to }) => {
      key.current = null;
      onAccepted();
      toast.success(callStartedText(to));
      void client.invalidateQueries({ queryKey: queryKeys.calls });
      refreshSteps(client, to);
      if (mounted.current) onPlaced();
    },
    onFailed: (error) => {
      if (isDefiniteResponse(error)) key.current = null;
      if (mounted.current) onFailed(sentenceOf(error), error instanceof ApiError ? error.code : null);
      // The form was closed in the meantime.
      else toast.error(callAgainFailedText, { description: sentenceOf(error) });
    },
  });
  return { busy, place: send };
}
