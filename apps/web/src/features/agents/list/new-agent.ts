import { agentStarterId, type CreateAgentBody } from '@parley/contract';
import { asObject, asString } from '../../../lib/parsing/json.ts';

/** The New Agent form. */
export interface NewAgent {
  displayName: string;
  /** `empty`, `copy`, or the id of a starter. */
  from: string;
  /** The agent to copy; empty while none is chosen. */
  copied: string;
}

export const newAgentDraftName = 'new-agent';

export const emptyNewAgent: NewAgent = { displayName: '', from: 'practice-reception', copied: '' };

export function copyOf(agentId: string): NewAgent {
  return { ...emptyNewAgent, from: 'copy', copied: agentId };
}

export function startingPoint({ from, copied }: NewAgent): CreateAgentBody['from'] {
  if (from === 'copy') return { kind: 'copy', agentId: copied };
  const starter = agentStarterId.safeParse(from);
  return starter.success ? { kind: 'starter', starter: starter.data } : { kind: 'empty' };
}

export function parseNewAgent(stored: unknown): NewAgent | null {
  const fields = asObject(stored);
  if (fields === null) return null;
  return {
    displayName: asString(fields.displayName) ?? '',
    from: asString(fields.from) ?? emptyNewAgent.from,
    copied: asString(fields.copied) ?? '',
  };
}
