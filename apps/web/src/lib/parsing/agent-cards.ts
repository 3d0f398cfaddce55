import type * as wire from '@parley/contract';
import { asInstant, asNumber, asObject, asString, type OpenEnum, parseList } from './json.ts';

export interface AgentCard extends Omit<wire.AgentCard, 'engine'> {
  engine: OpenEnum<wire.VoiceEngine>;
}

export function parseAgentCards(body: unknown): AgentCard[] | undefined {
  const cards = asObject(body)?.cards;
  return Array.isArray(cards) ? parseList(cards, 'agent', parseAgentCard) : undefined;
}

function parseAgentCard(value: unknown): AgentCard | null {
  const fields = asObject(value);
  const id = asString(fields?.id);
  if (fields === null || id === null || id === '') return null;
  return {
    id,
    displayName: asString(fields.displayName) ?? '',
    numbers: Array.isArray(fields.numbers) ? fields.numbers.filter((each) => typeof each === 'string') : [],
    language: asString(fields.language) ?? '',
    engine: asString(fields.engine) ?? '',
    publishedVersion: asNumber(fields.publishedVersion),
    publishedAt: asInstant(fields.publishedAt),
    changed: fields.changed === true,
    callsInLastWeek: asNumber(fields.callsInLastWeek) ?? 0,
    archivedAt: asInstant(fields.archivedAt),
  };
}
