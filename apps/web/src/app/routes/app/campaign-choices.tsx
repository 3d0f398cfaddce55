import type { ReactNode } from 'react';
import { useAgents } from '../../../features/agents/use-agents.ts';
import type { BasicsChoices } from '../../../features/campaigns/making/basics-fields.tsx';
import { useTemplates } from '../../../features/templates/use-templates.ts';
import { paths } from '../../paths.ts';

/** Agents and templates, for the first step of a campaign. */
export function CampaignChoices({ children }: { children: (choices: BasicsChoices) => ReactNode }) {
  const { data, error, isFetching, refetch } = useAgents();
  const templates = useTemplates();
  return children({
    agents: { data, error, isFetching, refetch },
    templates: {
      data: templates.data,
      error: templates.error,
      isFetching: templates.isFetching,
      refetch: templates.refetch,
    },
    templatesPath: paths.templates,
  });
}
