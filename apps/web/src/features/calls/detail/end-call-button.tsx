import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { Button } from '../../../ui/button.tsx';

/** Ends the call without a confirmation, as on a phone. */
export function EndCallButton({ callId }: { callId: string }) {
  const api = useApi();
  const client = useQueryClient();
  const { busy, send } = useSend({
    name: 'end-call',
    act: () => api.send(routes.endCall, { params: { id: callId } }),
    onDone: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.call(callId) }),
        client.invalidateQueries({ queryKey: queryKeys.calls }),
      ]),
    onFailed: (error) =>
      toast.error('Failed to end call. Please try again.', { description: sentenceOf(error) }),
  });
  return (
    <Button look="danger" busy={busy} onClick={() => send()}>
      {!busy && <PhoneOff aria-hidden="true" className="size-4" />}
      {busy ? 'Ending Call...' : 'End Call'}
    </Button>
  );
}
