import { AgentOpenings } from '../features/agents/openings/agent-openings.tsx';
import { useOrganization } from '../features/organization/use-organization.ts';
import { useRetry } from '../lib/use-send.ts';
import { LoadState } from '../ui/load-state.tsx';

export interface OpeningsProps {
  onShown: (shown: boolean) => void;
}

/** With the name and in the time zone of the organization, as on its calls. */
export function Openings({ onShown }: OpeningsProps) {
  const query = useOrganization();
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading the organization..."
        failed="Failed to load the organization"
        compact
      />
    );
  const { name, timeZone } = query.data.settings;
  return <AgentOpenings organization={{ name, timeZone }} onShown={onShown} />;
}
