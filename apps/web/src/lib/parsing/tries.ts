import type { AgentTry, TryEvent } from '@parley/contract';
import { asNumber, asObject, asString } from './json.ts';

const types: readonly string[] = [
  'began',
  'said',
  'unsaid',
  'tool',
  'timing',
  'ended',
] satisfies TryEvent['type'][];

/** Null for an event of an unknown type: the server may be newer. */
export function parseTryEvent(value: unknown): TryEvent | null {
  const fields = asObject(value);
  const isKnown = types.includes(asString(fields?.type) ?? '') && asNumber(fields?.number) !== null;
  return isKnown ? (value as TryEvent) : null;
}

export function parseStartedTry(body: unknown): AgentTry | null {
  const started = asObject(asObject(body)?.try);
  const isKnown = asString(started?.id) !== null && asString(started?.channel) !== null;
  return isKnown ? (started as unknown as AgentTry) : null;
}
