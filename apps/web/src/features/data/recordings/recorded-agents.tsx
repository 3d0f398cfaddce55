import { routes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api-context.ts';
import { agentName } from '../../../lib/known-agents.ts';
import { parseAgentList } from '../../../lib/parsing/agents.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { LoadState } from '../../../ui/load-state.tsx';

interface RecordedAgentsProps {
  chosen: readonly string[];
  onChosen: (agentIds: readonly string[]) => void;
  disabled: boolean;
}

/** Whose calls are recorded. One that is archived stays chosen until somebody unchecks it. */
export function RecordedAgents({ chosen, onChosen, disabled }: RecordedAgentsProps) {
  const api = useApi();
  const query = useQuery({
    queryKey: queryKeys.agents,
    queryFn: ({ signal }) => api.get(routes.listAgents, parseAgentList, { signal }),
  });
  const retry = useRetry(query.refetch);
  if (query.data === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading agents..."
        failed="Failed to load the agents"
        compact
      />
    );
  const { agents, archived } = query.data;
  const shown = [...agents, ...archived.filter(({ id }) => chosen.includes(id))];
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-sm">Agents whose calls are recorded</legend>
      <div className="grid sm:grid-cols-2">
        {shown.map((agent) => (
          <Checkbox
            key={agent.id}
            label={<span className="wrap-anywhere font-normal">{agentName(agent)}</span>}
            checked={chosen.includes(agent.id)}
            disabled={disabled}
            onCheckedChange={(checked) =>
              onChosen(checked ? [...chosen, agent.id] : chosen.filter((id) => id !== agent.id))
            }
          />
        ))}
      </div>
      {shown.length === 0 && <p className="text-ink-3 text-sm">There are no agents yet.</p>}
    </fieldset>
  );
}
