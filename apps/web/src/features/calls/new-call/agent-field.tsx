import type { ReactNode } from 'react';
import { agentBadge, agentName } from '../../../lib/known-agents.ts';
import type { Agent } from '../../../lib/parsing/agents.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { InitialBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { Loaded } from './loaded.ts';

interface AgentFieldProps {
  agents: Loaded<readonly Agent[]>;
  agent: Agent | null;
  onChoose: (agentId: string) => void;
}

export function AgentField({ agents, agent, onChoose }: AgentFieldProps) {
  const { data, error, isFetching } = agents;
  const retry = useRetry(agents.refetch);
  const options = (data ?? []).map((each) => ({
    value: each.id,
    label: agentName(each),
    mark: <InitialBadge {...agentBadge(each)} />,
  }));
  const failed = data === undefined && error !== null;
  return (
    <SelectField
      label="Select Agent"
      placeholder="Choose an agent..."
      options={options}
      value={agent?.id ?? ''}
      onValueChange={onChoose}
      disabled={options.length === 0}
      error={failed ? `The agents could not be loaded. ${error.message}` : null}
      action={
        failed && (
          <Button className="justify-self-start" busy={isFetching} onClick={() => retry.send()}>
            Retry
          </Button>
        )
      }
      hint={failed ? undefined : hintOf(data, agent)}
    />
  );
}

/** Why the field is disabled, or the caller id of the call. */
function hintOf(agents: readonly Agent[] | undefined, agent: Agent | null): ReactNode {
  if (agents === undefined) return 'Loading agents...';
  if (agents.length === 0) return 'There are no agents yet. Ask your administrator.';
  if (agent === null) return 'The agent makes the call from its own number.';
  if (agent.phoneNumber === null) return 'The call comes from the default number of your organization.';
  return (
    <>
      The call comes from <PhoneNumber>{agent.phoneNumber}</PhoneNumber>.
    </>
  );
}
