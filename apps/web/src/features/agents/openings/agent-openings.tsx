import { previewOpening } from '@parley/contract';
import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { agentName } from '../../../lib/known-agents.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { LoadState } from '../../../ui/load-state.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { useEditedAgent } from '../editor/use-edited-agent.ts';
import { useAgents } from '../use-agents.ts';

interface AgentOpeningsProps {
  organization: { name: string; timeZone: string };
}

/** The first words of an agent's calls, as they are heard, with the sentence that says that an AI speaks. */
export function AgentOpenings({ organization }: AgentOpeningsProps) {
  const { data: agents = [] } = useAgents();
  const [chosen, setChosen] = useState('');
  const agentId = agents.find(({ id }) => id === chosen)?.id ?? agents[0]?.id;
  if (agentId === undefined) return null;
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
      <Openings agentId={agentId} organization={organization} />
    </div>
  );
}

function Openings({ agentId, organization }: AgentOpeningsProps & { agentId: string }) {
  const query = useEditedAgent(agentId);
  const retry = useRetry(query.refetch);
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
          <dt className="flex items-center gap-2 text-ink-2 text-sm">
            <Volume2 aria-hidden="true" className="size-4" />
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
