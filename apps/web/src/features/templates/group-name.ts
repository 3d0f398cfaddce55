import { fixedAgentName } from '../../lib/known-agents.ts';

/** Known agents by their fixed name, any other group by its raw id. */
export function groupName(agentId: string): string {
  return fixedAgentName(agentId) ?? agentId;
}
