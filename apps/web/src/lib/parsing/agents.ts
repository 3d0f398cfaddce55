import type * as wire from '@parley/contract';
import { asObject, asString, type OpenEnum, parseList } from './json.ts';

export interface Agent extends Omit<wire.Agent, 'engine'> {
  engine: OpenEnum<wire.VoiceEngine>;
}

/** Agents that can be chosen, and the names of archived ones, which made calls. */
export interface AgentList {
  agents: Agent[];
  archived: { id: string; displayName: string }[];
}

export function parseAgentList(body: unknown): AgentList | undefined {
  const agents = parseAgents(body);
  if (agents === undefined) return undefined;
  const archived = parseList(asObject(body)?.archived, 'archived agent', parseAgent);
  return { agents, archived: archived.map(({ id, displayName }) => ({ id, displayName })) };
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
