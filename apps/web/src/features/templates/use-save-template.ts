import { type OutcomeField, routes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../lib/tabs.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';
import { type ErrorText, saveError } from './error-texts.ts';

interface TemplateInput {
  agentId: string;
  /** Null for a new template. */
  templateId: string | null;
  name: string;
  prompt: string;
  placeholders: Readonly<Record<string, string>>;
  /** Absent: unchanged; null: those of the agent. */
  outcomeFields?: readonly OutcomeField[] | null;
}

interface SaveHandlers {
  /** The template is saved, whether or not the form is still open. */
  onAccepted: () => void;
  onSaved: () => void;
  onFailed: (error: ErrorText) => void;
}

export function useSaveTemplate({ onAccepted, onSaved, onFailed }: SaveHandlers) {
  const api = useApi();
  const client = useQueryClient();
  const mounted = useMounted();
  const { busy, send } = useSend({
    name: 'save-template',
    once: true,
    act: ({ agentId, templateId, name, prompt, placeholders, outcomeFields }: TemplateInput) => {
      const body = {
        name,
        prompt,
        ...(Object.keys(placeholders).length === 0 ? {} : { placeholders }),
        ...(outcomeFields === undefined ? {} : { outcomeFields }),
      };
      return templateId === null
        ? api.send(routes.createTemplate, { body: { ...body, agentId } })
        : api.send(routes.updateTemplate, { params: { id: templateId }, body });
    },
    // The dialog closes after the list has been fetched again.
    onDone: async () => {
      onAccepted();
      notifyOtherTabs({ kind: 'changed', what: 'templates' });
      await client.invalidateQueries({ queryKey: queryKeys.templates });
      if (mounted.current) onSaved();
    },
    onFailed: (error) => {
      const text = saveError(error);
      if (mounted.current) onFailed(text);
      // The dialog was closed in the meantime.
      else toast.error(text.title, text.detail === null ? {} : { description: text.detail });
    },
  });
  return { busy, save: send };
}
