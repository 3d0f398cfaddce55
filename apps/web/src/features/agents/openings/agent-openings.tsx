import { previewOpening } from '@parley/contract';
import { useEffect, useState } from 'react';
import { agentName } from '../../../lib/known-agents.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useEditedAgent } from '../editor/use-edited-agent.ts';
import { useAgents } from '../use-agents.ts';

interface AgentOpeningsProps {
  organization: { name: string; timeZone: string };
  /** Whether the words are on the screen: nobody can have read what is not. */
  onShown: (shown: boolean) => void;
}

/** The first words of an agent's calls, to be read, with the sentence that says that an AI speaks. */
export function AgentOpenings({ organization, onShown }: AgentOpeningsProps) {
  const query = useAgents();
  const retry = useRetry(query.refetch);
  const { data: agents } = query;
  const [chosen, setChosen] = useState('');
  if (agents === undefined)
    return (
      <LoadState
        query={query}
        onRetry={retry.send}
        loading="Loading agents..."
        failed="Failed to load the agents"
        compact
      />
    );
  const agentId = agents.find(({ id }) => id === chosen)?.id ?? agents[0]?.id;
  if (agentId === undefined)
    return <p className="text-ink-2">There is no agent yet whose opening could be read.</p>;
  return (
    <div className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-box border bg-sunken p-4">
      {agents.length > 1 && (
        <NativeSelect
          className="max-w-xs"
          label="Agent"
          value={agentId}
          onValueChange={setChosen}
          options={agents.map((agent) => ({ value: agent.id, label: agentName(agent) }))}
        />
      )}
      <Openings agentId={agentId} organization={organization} onShown={onShown} />
    </div>
  );
}

function Openings({ agentId, organization, onShown }: AgentOpeningsProps & { agentId: string }) {
  const query = useEditedAgent(agentId);
  const retry = useRetry(query.refetch);
  const isShown = query.data !== undefined;
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  if (query.data === undefined)
    return <LoadState query={query} onRetry={retry.send} loading="Loading the opening..." compact />;
  const { published, draft, numbers } = query.data;
  // What is not published yet is on no call.
  const { config } = published ?? draft;
  const heard = (direction: 'inbound' | 'outbound') =>
    previewOpening(config, direction, {
      organizationName: organization.name,
      timeZone: organization.timeZone,
      at: Date.now(),
      ownNumber: numbers[0]?.number ?? null,
    }).heard;
  return (
    <dl className="grid gap-3">
      {(['outbound', 'inbound'] as const).map((direction) => (
        <div key={direction}>
          <dt className="text-ink-2 text-sm">
            {direction === 'outbound' ? 'When it calls' : 'When it is called'}
          </dt>
          <dd lang={config.speech.language} className="wrap-anywhere mt-0.5">
            {heard(direction)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
