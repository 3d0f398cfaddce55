import { agentName, fixedAgentName } from '../../lib/known-agents.ts';
import type { Agent } from '../../lib/reading/agents.ts';

/** The name in the call list. While the agents are still loading a strange id has no name yet, not a wrong one. */
export function listedAgentName(agentId: string | null, agents: readonly Agent[] | undefined): string {
  if (agentId === null) return 'Unknown Agent';
  const fixed = fixedAgentName(agentId);
  if (fixed !== null) return fixed;
  if (agents === undefined) return '';
  const agent = agents.find(({ id }) => id === agentId);
  return agent === undefined ? 'Unknown Agent' : agentName(agent);
}
