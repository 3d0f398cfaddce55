/** Two agents have a fixed name, whatever their configuration says. */
export const fixedAgentNames: Readonly<Record<string, string>> = { kuzco: 'Kuzco', 'gs-dental': 'GS Dental' };

export function fixedAgentNameOf(agentId: string): string | null {
  return Object.hasOwn(fixedAgentNames, agentId) ? (fixedAgentNames[agentId] ?? null) : null;
}
