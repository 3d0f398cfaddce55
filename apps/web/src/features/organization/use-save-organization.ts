import { type Organization, type OrganizationBody, organizationRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { parseOrganization } from '../../lib/parsing/organization.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyOtherTabs } from '../../lib/tabs.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { useSend } from '../../lib/use-send.ts';

interface SaveHandlers {
  /** Null where the response cannot be read; the settings are saved all the same. */
  onSaved: (organization: Organization | null) => void;
  onFailed: (sentence: string) => void;
}

export function useSaveOrganization({ onSaved, onFailed }: SaveHandlers) {
  const api = useApi();
  const client = useQueryClient();
  const mounted = useMounted();
  const { busy, send } = useSend({
    name: 'save-organization',
    act: (body: OrganizationBody) => api.send(organizationRoutes.updateOrganization, { body }),
    onDone: async (body) => {
      const organization = parseOrganization(body) ?? null;
      if (organization === null) await client.invalidateQueries({ queryKey: queryKeys.organization });
      else client.setQueryData(queryKeys.organization, organization);
      notifyOtherTabs({ kind: 'changed', what: 'organization' });
      if (mounted.current) onSaved(organization);
      toast.success('Settings saved');
    },
    onFailed: (error) => {
      // What somebody else has saved is shown beside what was typed here.
      if (isStale(error)) void client.invalidateQueries({ queryKey: queryKeys.organization });
      if (mounted.current) onFailed(sentenceOf(error));
      else toast.error('Failed to save settings', { description: sentenceOf(error) });
    },
  });
  return { busy, save: send };
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'settings_changed';
}
