import type { QueryClient } from '@tanstack/react-query';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { CachePart } from '../../lib/cache-part.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** What shows names is fetched again at most this often: an import changes thousands of them. */
const everyMs = 2_000;

/**
 * Keeps contacts current, and the names beside numbers on other screens. An event says whose number has changed, not how,
 * so what shows the number is fetched again.
 */
export function createContactSync(client: QueryClient): CachePart {
  /** Numbers whose names have changed since the last time; null for any. */
  let changed = new Set<string | null>();
  /** Numbers with a new state of a call or follow-up. */
  let active = new Set<string>();

  const refreshNames = atMostEvery(everyMs, () => {
    const numbers = changed;
    changed = new Set();
    void client.invalidateQueries({ queryKey: queryKeys.contacts });
    for (const queryKey of [queryKeys.calls, ['call'], queryKeys.followUps])
      void client.invalidateQueries({ queryKey, predicate: ({ state }) => shows(state.data, numbers) });
  });
  const refreshPages = atMostEvery(everyMs, () => {
    const numbers = active;
    active = new Set();
    for (const number of numbers) void client.invalidateQueries({ queryKey: queryKeys.contact(number) });
  });

  return {
    keys: [queryKeys.contacts, queryKeys.imports],
    patches: () => null,
    patch: (_, data) => data,
    apply(event) {
      switch (event.type) {
        case 'contact.changed':
          changed.add(event.number);
          refreshNames();
          break;
        case 'import.changed':
          void client.invalidateQueries({ queryKey: queryKeys.imports });
          break;
        case 'call.changed':
          for (const number of [event.call.from, event.call.to]) if (number !== null) active.add(number);
          refreshPages();
          break;
        case 'follow-up.changed':
          if (event.followUp.number !== null) active.add(event.followUp.number);
          refreshPages();
      }
    },
  };
}

/** Whether one of the numbers stands anywhere in a response. */
function shows(data: unknown, numbers: ReadonlySet<string | null>): boolean {
  if (numbers.has(null)) return true;
  if (typeof data === 'string') return numbers.has(data);
  if (typeof data !== 'object' || data === null) return false;
  return Object.values(data).some((value) => shows(value, numbers));
}
