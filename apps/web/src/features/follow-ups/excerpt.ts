/** Entries shown before and after the words that matter. */
const around = 3;

export function excerptAround<Entry extends { ordinal: number }>(
  transcript: readonly Entry[],
  ordinal: number,
): readonly Entry[] {
  const index = transcript.findIndex((entry) => entry.ordinal === ordinal);
  return index === -1 ? [] : transcript.slice(Math.max(0, index - around), index + around + 1);
}
