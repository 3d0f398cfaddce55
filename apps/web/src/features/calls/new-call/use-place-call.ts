import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useShown } from '../../../lib/use-shown.ts';
import { isAnswer } from '../is-answer.ts';
import { type CallWish, callAgainFailedText, callStartedText, placeCall } from '../place-call.ts';

interface PlaceCallHandlers {
  /** The call was taken, whether or not the form is still there. */
  onAccepted: () => void;
  onPlaced: () => void;
  onFailed: (sentence: string, code: string | null) => void;
}

/**
 * Places the call of one form. Every definite answer ends a key; without one the next try repeats it, because the
 * call may have been placed all the same.
 */
export function usePlaceCall({ onAccepted, onPlaced, onFailed }: PlaceCallHandlers) {
  const api = useApi();
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const shown = useShown();
  const { busy, send } = useSend({
    name: 'place-call',
    once: true,
    act: (wish: Omit<CallWish, 'idempotencyKey'>) => {
      key.current ??= randomId();
      return placeCall(api, { ...wish, idempotencyKey: key.current });
    },
    onDone: ({ to }) => {
      key.current = null;
      onAccepted();
      toast.success(callStartedText(to));
      void client.invalidateQueries({ queryKey: queryKeys.calls });
      if (shown.current) onPlaced();
    },
    onFailed: (error) => {
      if (isAnswer(error)) key.current = null;
      if (shown.current) onFailed(sentenceOf(error), error instanceof ApiError ? error.code : null);
      // Somebody who closed the form in the meantime should still hear of it.
      else toast.error(callAgainFailedText, { description: sentenceOf(error) });
    },
  });
  return { busy, place: send };
}
