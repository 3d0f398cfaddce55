import type { Agent } from '@parley/contract';
import { agentBadge, agentName } from '../../../lib/known-agents.ts';
import { InitialBadge } from '../../../ui/badge.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { Loaded } from './loaded.ts';

interface AgentFieldProps {
  agents: Loaded<readonly Agent[]>;
  agent: Agent | null;
  onChoose: (agentId: string) => void;
}

export function AgentField({ agents, agent, onChoose }: AgentFieldProps) {
  const options = (agents.data ?? []).map((each) => ({
    value: each.id,
    label: agentName(each),
    mark: <InitialBadge {...agentBadge(each)} />,
  }));
  return (
    <SelectField
      label="Select Agent"
      placeholder="Choose an agent..."
      options={options}
      value={agent?.id ?? ''}
      onValueChange={onChoose}
      disabled={agents.data === undefined}
      error={agents.data === undefined ? agents.error?.message : null}
      hint={callerIdHint(agent)}
    />
  );
}

/** Says from which number the other party will see the call come. */
function callerIdHint(agent: Agent | null): string {
  if (agent === null) return 'The agent makes the call from its own number.';
  return agent.phoneNumber === null
    ? 'The call comes from the default number of your practice.'
    : `The call comes from ${agent.phoneNumber}.`;
}
