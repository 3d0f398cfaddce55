import { isStorable } from '../storable-text.ts';
import { isScalar } from './address-template.ts';

export interface VariablePath {
  readonly name: string;
  /** Such as `slots.0.start`. */
  readonly path: string;
}

const longestValue = 500;

/** The parts of an answer that later tools may use; those that are not there, or are no plain value, are left out. */
export function variablesOf(json: string, wanted: readonly VariablePath[]): Record<string, string> {
  if (wanted.length === 0) return {};
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    return {};
  }
  return Object.fromEntries(
    wanted.flatMap(({ name, path }) => {
      const value = at(answer, path);
      const text = isScalar(value) ? String(value) : null;
      return text !== null && text.length <= longestValue && isStorable(text) ? [[name, text] as const] : [];
    }),
  );
}

function at(answer: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Record<string, unknown>)[step];
  }, answer);
}
