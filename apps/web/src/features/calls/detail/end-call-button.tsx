import { type CallResponse, routes } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PhoneOff } from 'lucide-react';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { withStatus } from '../cache/call-record.ts';

/** Hanging up asks nothing, as on any phone. */
export function EndCallButton({ callId }: { callId: string }) {
  const api = useApi();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.request(routes.endCall, { params: { id: callId } }),
    onSuccess: ({ call }) => {
      client.setQueryData<CallResponse>(queryKeys.call(callId), (known) => known && withStatus(known, call));
      void client.invalidateQueries({ queryKey: queryKeys.call(callId) });
      void client.invalidateQueries({ queryKey: queryKeys.calls });
    },
    onError: ({ message }) => toast.error('Failed to end call. Please try again.', { description: message }),
  });
  return (
    <Button look="danger" busy={isPending} onClick={() => mutate()}>
      {!isPending && <PhoneOff aria-hidden="true" className="size-4" />}
      {isPending ? 'Ending Call...' : 'End Call'}
    </Button>
  );
}
