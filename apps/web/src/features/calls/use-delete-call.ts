import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import type { CallResult } from '../../lib/parsing/call-detail.ts';
import { useMay } from '../../lib/permissions.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { undoMs } from '../../lib/undo.ts';
import { useSend } from '../../lib/use-send.ts';
import { lockOf } from './busy-calls.ts';
import { type CallPages, withoutCall } from './cache/call-pages.ts';

/**
 * Deletes a call, with an Undo in the toast. The lock stays held until the list has been fetched again, so that nothing is
 * done twice; `leave` runs before, for the page of the call itself.
 */
export function useDeleteCall(leave: () => unknown = () => {}) {
  const api = useApi();
  const client = useQueryClient();
  const may = useMay();
  const refetch = () => client.invalidateQueries({ queryKey: queryKeys.calls });

  const restore = useSend({
    name: 'restore-call',
    // Not that of the deletion, which may still fetch the list: this press would be ignored.
    lock: ({ callId }) => `restore-call:${callId}`,
    act: ({ callId }: { callId: string }) => api.send(routes.restoreCall, { params: { id: callId } }),
    onDone: async (_, { callId }) => {
      toast.success('Call restored');
      await Promise.all([refetch(), client.invalidateQueries({ queryKey: queryKeys.call(callId) })]);
    },
    onFailed: (error) => toast.error('Failed to restore call.', { description: sentenceOf(error) }),
  });

  return useSend({
    name: 'delete-call',
    lock: lockOf,
    act: ({ callId }: { callId: string }) => {
      // A request for the call that is on its way would find nothing.
      void client.cancelQueries({ queryKey: queryKeys.call(callId) });
      return api.send(routes.deleteCall, { params: { id: callId } });
    },
    onDone: async (_, { callId }) => {
      toast.success(
        'Call deleted successfully',
        may(routes.restoreCall.permission)
          ? { duration: undoMs, action: { label: 'Undo', onClick: () => restore.send({ callId }) } }
          : {},
      );
      client.setQueryData<CallPages>(queryKeys.calls, (pages) => pages && withoutCall(pages, callId));
      await leave();
      // Known to be gone, and not removed: a page that is still shown would ask for it.
      client.setQueryData<CallResult>(queryKeys.call(callId), { call: null });
      return refetch();
    },
    onFailed: (error) =>
      toast.error('Failed to delete call. Please try again.', { description: sentenceOf(error) }),
  });
}
