import { routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { tellOtherTabs } from '../../lib/tabs.ts';
import { useSend } from '../../lib/use-send.ts';
import { useShown } from '../../lib/use-shown.ts';
import { type ErrorText, saveError } from './error-texts.ts';

interface TemplateWish {
  agentId: string;
  /** Null for a new one. */
  templateId: string | null;
  name: string;
  prompt: string;
  placeholders: Readonly<Record<string, string>>;
}

interface SaveHandlers {
  /** The template is kept, whether or not the form is still there. */
  onAccepted: () => void;
  onSaved: () => void;
  onFailed: (error: ErrorText) => void;
}

export function useSaveTemplate({ onAccepted, onSaved, onFailed }: SaveHandlers) {
  const api = useApi();
  const client = useQueryClient();
  const shown = useShown();
  const { busy, send } = useSend({
    name: 'save-template',
    once: true,
    act: ({ agentId, templateId, name, prompt, placeholders }: TemplateWish) => {
      const body = { name, prompt, ...(Object.keys(placeholders).length === 0 ? {} : { placeholders }) };
      return templateId === null
        ? api.send(routes.createTemplate, { body: { ...body, agentId } })
        : api.send(routes.updateTemplate, { params: { id: templateId }, body });
    },
    // The dialog closes over the list that already has the change.
    onDone: async () => {
      onAccepted();
      tellOtherTabs({ kind: 'changed', what: 'templates' });
      await client.invalidateQueries({ queryKey: queryKeys.templates });
      if (shown.current) onSaved();
    },
    onFailed: (error) => {
      const text = saveError(error);
      if (shown.current) onFailed(text);
      // Somebody who closed the dialog in the meantime should still hear of it.
      else toast.error(text.title, text.detail === null ? {} : { description: text.detail });
    },
  });
  return { busy, save: send };
}
