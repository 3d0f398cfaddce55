import type { CallHit as WireHit } from '@parley/contract';
import { type Call, parseCall } from './calls.ts';
import { asNumber, asObject, asString, type OpenEnum, parseList } from './json.ts';

/** Where the words stand that a call was found by. */
export interface CallHit extends Omit<WireHit, 'where'> {
  where: OpenEnum<WireHit['where']>;
}

export interface FoundCall {
  call: Call;
  hit: CallHit | null;
}

export interface FoundPage {
  hits: FoundCall[];
  next: string | null;
  /** The search stopped for time at this place. */
  older: string | null;
}

export function parseFoundPage(body: unknown): FoundPage | undefined {
  const fields = asObject(body);
  if (!Array.isArray(fields?.hits)) return undefined;
  return {
    hits: parseList(fields.hits, 'found call', parseFoundCall),
    next: asString(fields.next),
    older: asString(fields.older),
  };
}

function parseFoundCall(value: unknown): FoundCall | null {
  const fields = asObject(value);
  const call = parseCall(fields?.call);
  return call === null ? null : { call, hit: parseHit(fields?.hit) };
}

function parseHit(value: unknown): CallHit | null {
  const fields = asObject(value);
  const where = asString(fields?.where);
  if (fields === null || where === null || !Array.isArray(fields.parts)) return null;
  const ordinal = asNumber(fields.ordinal);
  return {
    where,
    ...(ordinal !== null && { ordinal }),
    ...(fields.playable === true && { playable: true }),
    parts: parseList(fields.parts, 'part of a found text', (part) => {
      const text = asString(asObject(part)?.text);
      return text === null ? null : { text, marked: asObject(part)?.marked === true };
    }),
  };
}
