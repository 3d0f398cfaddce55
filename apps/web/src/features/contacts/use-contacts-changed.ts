import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** After a change of a contact: its name stands on lists and beside calls. */
export function useContactsChanged(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.contacts }),
      client.invalidateQueries({ queryKey: queryKeys.calls }),
      client.invalidateQueries({ queryKey: ['call'] }),
    ]);
}
