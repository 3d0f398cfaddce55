import { stateTable } from './state-table.ts';
import { zoneTable } from './zone-table.ts';

function byBeginning(table: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of table.trim().split('\n')) {
    const [place = '', beginnings = ''] = line.split('|');
    for (const beginning of beginnings.split(' ')) found.set(beginning, place);
  }
  return found;
}

const zones = byBeginning(zoneTable);
const states = byBeginning(stateTable);
const longest = Math.max(...[...zones.keys()].map(({ length }) => length));

/**
 * The time zones in which a number in E.164 format may be, by its longest known beginning. None: there would be more than
 * three, or nothing is known of it. A number can be taken along to another place, so this is the place where it was given.
 */
export function zonesOfNumber(number: string): readonly string[] {
  const digits = number.slice(1);
  for (let length = Math.min(longest, digits.length); length > 0; length -= 1) {
    const found = zones.get(digits.slice(0, length));
    if (found !== undefined) return found === '' ? [] : found.split('&');
  }
  return [];
}

/** The state of a US number, where that state has rules of its own for sales; null otherwise. */
export function stateOfNumber(number: string): string | null {
  return number.startsWith('+1') ? (states.get(number.slice(2, 5)) ?? null) : null;
}
