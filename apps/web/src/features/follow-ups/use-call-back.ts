import { followUpRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { type CallBack, type FollowUp, parseCallBack } from '../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useSend } from '../../lib/use-send.ts';
import { canCallBack } from './can-call-back.ts';

/** What the form of the call starts with. */
export interface CallBackPrefill extends CallBack {
  followUpId: string;
  /** Whose number it is. */
  contactName: string | null;
}

/** Asks what a call back would say, then opens the form with it. Nothing is dialled before somebody has read it. */
export function useCallBack(onReady: (prefill: CallBackPrefill) => void) {
  const api = useApi();
  const client = useQueryClient();
  const { busy, send } = useSend({
    name: 'call-back',
    act: ({ id }: FollowUp) => api.get(followUpRoutes.getCallBack, parseCallBack, { params: { id } }),
    onDone: (callBack, { id, contact }) =>
      onReady({ ...callBack, followUpId: id, contactName: contact?.name ?? null }),
    onFailed: (error) => {
      // Closed or called by somebody else meanwhile.
      void client.invalidateQueries({ queryKey: queryKeys.followUps });
      toast.error('The call back cannot be prepared.', { description: sentenceOf(error) });
    },
  });
  return {
    busy,
    callBack: (followUp: FollowUp) => {
      if (canCallBack(followUp)) send(followUp);
    },
  };
}
