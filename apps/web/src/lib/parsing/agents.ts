import type * as wire from '@parley/contract';
import { asObject, asString, type OpenEnum, parseList } from './json.ts';

export interface Agent extends Omit<wire.Agent, 'engine'> {
  engine: OpenEnum<wire.VoiceEngine>;
}

export function parseAgents(body: unknown): Agent[] | undefined {
  const fields = asObject(body);
  return Array.isArray(fields?.agents) ? parseList(fields.agents, 'agent', parseAgent) : undefined;
}

function parseAgent(value: unknown): Agent | null {
  const fields = asObject(value);
  const id = asString(fields?.id);
  if (fields === null || id === null || id === '') return null;
  return {
    id,
    displayName: asString(fields.displayName) ?? '',
    phoneNumber: asString(fields.phoneNumber),
    engine: asString(fields.engine) ?? '',
  };
}
