import { type CallView, callViewRoutes, viewFiltersVersion } from '@parley/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../../lib/api-context.ts';
import { sentenceOf } from '../../../../lib/api-error.ts';
import { parseViews } from '../../../../lib/parsing/call-views.ts';
import { queryKeys } from '../../../../lib/query-keys.ts';
import { undoMs } from '../../../../lib/undo.ts';
import { useSend } from '../../../../lib/use-send.ts';
import type { FilterValues } from '../filter-values.ts';

export function useViews(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: queryKeys.callViews,
    queryFn: ({ signal }) => api.get(callViewRoutes.listCallViews, parseViews, { signal }),
    enabled,
  });
}

/** Those that this release understands; others are listed and cannot be applied. */
export const isUsable = ({ filters }: CallView): boolean => filters.version === viewFiltersVersion;

export function isSameView({ filters: { values } }: CallView, shown: FilterValues): boolean {
  const names = Object.keys(values);
  return (
    names.length === Object.keys(shown).length &&
    names.every((name) => values[name] === shown[name as keyof FilterValues])
  );
}

export function useRefreshViews() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.callViews });
}

/** With an Undo, which saves the view again. */
export function useDeleteView(onDeleted: () => void) {
  const api = useApi();
  const refresh = useRefreshViews();
  const restore = useSend({
    name: 'restore-view',
    act: ({ name, filters }: CallView) =>
      api.send(callViewRoutes.createCallView, { body: { name, filters } }),
    onDone: (_, { name }) => {
      toast.success(`View "${name}" restored`);
      return refresh();
    },
    onFailed: (error) => toast.error('Failed to restore the view.', { description: sentenceOf(error) }),
  });
  return useSend({
    name: 'delete-view',
    lock: ({ id }) => `delete-view:${id}`,
    act: ({ id }: CallView) => api.send(callViewRoutes.deleteCallView, { params: { id } }),
    onDone: (_, view) => {
      onDeleted();
      toast.success(`View "${view.name}" deleted`, {
        duration: undoMs,
        action: { label: 'Undo', onClick: () => restore.send(view) },
      });
      return refresh();
    },
    onFailed: (error) => {
      toast.error('Failed to delete the view.', { description: sentenceOf(error) });
      void refresh();
    },
  });
}
