import type { AgentTry, OpenTry, TryEvent } from '@parley/contract';
import { asNumber, asObject, asString, parseList } from './json.ts';

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
  return parseTry(asObject(body)?.try);
}

/** Newest first. */
export function parseOpenTries(body: unknown): AgentTry[] | undefined {
  const tries = asObject(body)?.tries;
  return Array.isArray(tries) ? parseList(tries, 'try', parseTry) : undefined;
}

/** The tries that stand in the way of another one, in the details of `too_many_tries`. */
export function parseTooManyTries(details: unknown): readonly OpenTry[] {
  return (parseOpenTries(details) ?? []).map((open) => ({ displayName: '', ...open }));
}

function parseTry(value: unknown): AgentTry | null {
  const fields = asObject(value);
  const isKnown = asString(fields?.id) !== null && asString(fields?.channel) !== null;
  return isKnown ? (fields as unknown as AgentTry) : null;
}
