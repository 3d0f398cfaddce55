import type { CallHit } from '../../../lib/parsing/call-search.ts';

/** How many different words are marked on the page of a call. */
const wordsMax = 12;

/** The page of a call, at the entry of the hit and with its words marked: both stand in the address. */
export function hitPath(path: string, hit: CallHit | null): string {
  if (hit === null) return path;
  const params = new URLSearchParams();
  if (hit.where === 'transcript' && hit.ordinal !== undefined) params.set('entry', String(hit.ordinal));
  if (hit.where === 'transcript' || hit.where === 'summary' || hit.where === 'instructions') {
    const words = hit.parts.filter(({ marked }) => marked).map(({ text }) => text.trim().toLowerCase());
    for (const word of [...new Set(words)].slice(0, wordsMax)) if (word !== '') params.append('mark', word);
  }
  return params.size === 0 ? path : `${path}?${params}`;
}
