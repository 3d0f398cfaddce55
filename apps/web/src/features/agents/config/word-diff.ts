export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Beyond this many comparisons the changed middle is shown as one removal and one addition. */
const comparisonsMax = 250_000;

/** What changed between two texts, by words; the spaces belong to the word before them. */
export function wordDiff(before: string, after: string): WordRun[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return joined([
    ...run('same', old.slice(0, start)),
    ...middleDiff(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...run('same', end === 0 ? [] : old.slice(-end)),
  ]);
}

function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function run(kind: WordRun['kind'], words: readonly string[]): WordRun[] {
  return words.map((text) => ({ kind, text }));
}

function middleDiff(old: readonly string[], now: readonly string[]): WordRun[] {
  if (old.length * now.length > comparisonsMax) return [...run('removed', old), ...run('added', now)];
  const common = commonLengths(old, now);
  const runs: WordRun[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < now.length) {
    if (left < old.length && right < now.length && old[left] === now[right]) {
      runs.push({ kind: 'same', text: now[right] ?? '' });
      left += 1;
      right += 1;
    } else if (
      left < old.length &&
      (right >= now.length || (common[left + 1]?.[right] ?? 0) >= (common[left]?.[right + 1] ?? 0))
    ) {
      runs.push({ kind: 'removed', text: old[left] ?? '' });
      left += 1;
    } else {
      runs.push({ kind: 'added', text: now[right] ?? '' });
      right += 1;
    }
  }
  return runs;
}

/** The length of the longest common subsequence of the ends that begin at each pair of words. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let left = old.length - 1; left >= 0; left -= 1) {
    for (let right = now.length - 1; right >= 0; right -= 1) {
      const row = lengths[left];
      if (row === undefined) continue;
      row[right] =
        old[left] === now[right]
          ? 1 + (lengths[left + 1]?.[right + 1] ?? 0)
          : Math.max(lengths[left + 1]?.[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}

/** Neighbours of one kind become one run. */
function joined(runs: readonly WordRun[]): WordRun[] {
  const result: WordRun[] = [];
  for (const { kind, text } of runs) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}
