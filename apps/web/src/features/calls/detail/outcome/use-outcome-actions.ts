import { outcomeRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import type { CallResult } from '../../../../lib/parsing/call-detail.ts';
import { type OutcomeValue, parseShownOutcome } from '../../../../lib/parsing/outcomes.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { useSend } from '../../../../lib/use-send.ts';

interface CorrectionInput {
  field: string;
  /** Of the correction that is changed; 0 where there is none. */
  revision: number;
  value: OutcomeValue | null;
}

/** What the server answers with is shown at once; the list has the result of the call too. */
function useShowAnswer(callId: string) {
  const client = useQueryClient();
  return async (answer: unknown) => {
    const outcomes = parseShownOutcome(answer);
    client.setQueryData<CallResult>(queryKeys.call(callId), (data) =>
      data?.call == null || outcomes === null ? data : { call: { ...data.call, outcomes } },
    );
    await client.invalidateQueries({ queryKey: queryKeys.calls });
    if (outcomes === null) await client.invalidateQueries({ queryKey: queryKeys.call(callId) });
  };
}

/** What somebody else has corrected meanwhile is fetched. */
function useFetchChanged(callId: string) {
  const client = useQueryClient();
  return (error: unknown) => {
    if (error instanceof ApiError && error.code === 'outcome_changed')
      void client.invalidateQueries({ queryKey: queryKeys.call(callId) });
  };
}

interface CorrectHandlers {
  onSaved: () => void;
  onFailed: (sentence: string) => void;
}

export function useCorrect(callId: string, { onSaved, onFailed }: CorrectHandlers) {
  const api = useApi();
  const show = useShowAnswer(callId);
  const fetchChanged = useFetchChanged(callId);
  return useSend({
    name: 'correct-outcome',
    act: ({ field, revision, value }: CorrectionInput) =>
      api.send(outcomeRoutes.correctOutcome, { params: { id: callId, field }, body: { revision, value } }),
    onDone: async (answer) => {
      await show(answer);
      onSaved();
    },
    onFailed: (error) => {
      fetchChanged(error);
      onFailed(sentenceOf(error));
    },
  });
}

export function useWithdraw(callId: string) {
  const api = useApi();
  const show = useShowAnswer(callId);
  const fetchChanged = useFetchChanged(callId);
  return useSend({
    name: 'withdraw-correction',
    act: ({ field, revision }: Omit<CorrectionInput, 'value'>) =>
      api.send(outcomeRoutes.withdrawCorrection, { params: { id: callId, field }, query: { revision } }),
    onDone: show,
    onFailed: (error) => {
      fetchChanged(error);
      toast.error('Failed to withdraw the correction.', { description: sentenceOf(error) });
    },
  });
}

export function useRunAgain(callId: string) {
  const api = useApi();
  const show = useShowAnswer(callId);
  return useSend({
    name: 'run-outcome',
    act: () => api.send(outcomeRoutes.runOutcome, { params: { id: callId } }),
    onDone: show,
    onFailed: (error) => toast.error('Failed to read the call again.', { description: sentenceOf(error) }),
  });
}
