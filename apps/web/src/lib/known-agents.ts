/** Two agents have a fixed name and colour, whatever the server returns. */
const known: Readonly<Record<string, { name: string; letter: string; tone: 'blue' | 'green' }>> = {
  kuzco: { name: 'Kuzco', letter: 'K', tone: 'blue' },
  'gs-dental': { name: 'GS Dental', letter: 'G', tone: 'green' },
};

export interface NamedAgent {
  id: string;
  displayName: string;
}

export function fixedAgentName(id: string): string | null {
  return Object.hasOwn(known, id) ? (known[id]?.name ?? null) : null;
}

/** Its fixed name, its display name, or else its id. */
export function agentName({ id, displayName }: NamedAgent): string {
  return fixedAgentName(id) ?? (displayName.trim() === '' ? id : displayName);
}

export interface AgentBadge {
  letter: string;
  tone: 'blue' | 'green' | 'grey';
}

export function agentBadge(agent: NamedAgent): AgentBadge {
  const fixed = Object.hasOwn(known, agent.id) ? known[agent.id] : undefined;
  if (fixed !== undefined) return { letter: fixed.letter, tone: fixed.tone };
  return { letter: ([...agentName(agent)][0] ?? '?').toUpperCase(), tone: 'grey' };
}
