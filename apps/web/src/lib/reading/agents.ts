import type * as wire from '@parley/contract';
import { fieldsOf, type Open, readEach, text } from './parts.ts';

export interface Agent extends Omit<wire.Agent, 'engine'> {
  engine: Open<wire.VoiceEngine>;
}

export function readAgents(body: unknown): Agent[] | undefined {
  const fields = fieldsOf(body);
  return Array.isArray(fields?.agents) ? readEach(fields.agents, 'agent', readAgent) : undefined;
}

function readAgent(value: unknown): Agent | null {
  const fields = fieldsOf(value);
  const id = text(fields?.id);
  if (fields === null || id === null || id === '') return null;
  return {
    id,
    displayName: text(fields.displayName) ?? '',
    phoneNumber: text(fields.phoneNumber),
    engine: text(fields.engine) ?? '',
  };
}
