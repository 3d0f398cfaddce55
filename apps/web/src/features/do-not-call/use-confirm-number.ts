import { type DoNotCallEntry, doNotCallRoutes } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useSend } from '../../lib/use-send.ts';
import { useDoNotCallChanged } from './use-do-not-call.ts';

/** Somebody has asked the owner of the number. */
export function useConfirmNumber() {
  const api = useApi();
  const changed = useDoNotCallChanged();
  return useSend({
    name: 'confirm-do-not-call',
    act: ({ id }: DoNotCallEntry) => api.send(doNotCallRoutes.confirmDoNotCall, { params: { id } }),
    onDone: async () => {
      toast.success('Confirmed');
      await changed();
    },
    onFailed: (error) => toast.error('Failed to confirm the number.', { description: sentenceOf(error) }),
  });
}
