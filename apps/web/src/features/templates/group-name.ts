import { fixedAgentName } from '../../lib/known-agents.ts';

/** The fixed name of a built-in agent, the id of any other. */
export function groupName(agentId: string): string {
  return fixedAgentName(agentId) ?? agentId;
}
