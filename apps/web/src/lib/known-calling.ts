import type { Calling } from '@parley/contract';
import { parseCalling } from './parsing/calling.ts';

const storageKey = 'parley-calling';

/** What the last page has shown: for the moment until the server has answered, so that nothing moves then. */
export function knownCalling(): Calling | undefined {
  try {
    return parseCalling(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return undefined;
  }
}

export function rememberCalling(calling: Calling): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ calling }));
  } catch {
    // Without storage the bar appears a moment later.
  }
}
