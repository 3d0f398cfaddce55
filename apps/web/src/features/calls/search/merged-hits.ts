import type { FoundCall, FoundPage } from '../../../lib/parsing/call-search.ts';

/** All that was found, newest first: what the latest answer covers counts as it says, behind it follow the loaded pages. */
export function mergedHits(top: FoundPage | undefined, pages: readonly FoundPage[]): readonly FoundCall[] {
  const loaded = pages.flatMap(({ hits }) => hits);
  const newest = top?.hits ?? [];
  // Ids grow with time. Without a place to go on from, the answer has everything.
  const covered = top === undefined ? null : (top.next ?? top.older ?? '');
  const rest = covered === null ? loaded : loaded.filter(({ call }) => call._id < covered);
  const byId = new Map([...newest, ...rest].map((hit) => [hit.call._id, hit]));
  return [...byId.values()];
}
