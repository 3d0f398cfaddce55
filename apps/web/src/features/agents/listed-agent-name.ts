import { agentName, fixedAgentName, type NamedAgent } from '../../lib/known-agents.ts';

/** The name in the call list; empty for an unknown id while the agents are loading. */
export function listedAgentName(agentId: string | null, agents: readonly NamedAgent[] | undefined): string {
  if (agentId === null) return 'Unknown Agent';
  const fixed = fixedAgentName(agentId);
  if (fixed !== null) return fixed;
  if (agents === undefined) return '';
  const agent = agents.find(({ id }) => id === agentId);
  return agent === undefined ? 'Unknown Agent' : agentName(agent);
}
