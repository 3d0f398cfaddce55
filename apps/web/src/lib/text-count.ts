import { characterCount } from '@parley/contract';

/** The count of a text for its field, from half of its limit on; exceeding the limit is an error there. */
export function countFrom(text: string, max: number): { length: number; max: number } | undefined {
  const length = characterCount(text);
  return length * 2 < max ? undefined : { length, max };
}

export function isTooLong(text: string, max: number): boolean {
  return characterCount(text) > max;
}
