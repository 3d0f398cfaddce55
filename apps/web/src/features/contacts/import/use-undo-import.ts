import { contactImportRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { parseUndone } from '../../../lib/parsing/contacts.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSend } from '../../../lib/use-send.ts';
import { numberText } from '../../../ui/number-text.ts';
import { useContactsChanged } from '../use-contacts-changed.ts';

/** Removes what the import has made and nobody has changed since. */
export function useUndoImport(importId: string) {
  const api = useApi();
  const client = useQueryClient();
  const changed = useContactsChanged();
  return useSend({
    name: 'undo-import',
    act: () => api.send(contactImportRoutes.undoContactImport, { params: { id: importId } }),
    onDone: async (answer) => {
      toast.success('Import undone', { description: undoneText(parseUndone(answer)) });
      await Promise.all([client.invalidateQueries({ queryKey: queryKeys.imports }), changed()]);
    },
    onFailed: (error) => toast.error('Failed to undo the import.', { description: sentenceOf(error) }),
  });
}

function undoneText(undone: { removed: number; kept: number } | undefined): string | undefined {
  if (undone === undefined) return undefined;
  const removed = `${numberText(undone.removed)} removed.`;
  return undone.kept === 0 ? removed : `${removed} ${numberText(undone.kept)} were changed since and stay.`;
}
