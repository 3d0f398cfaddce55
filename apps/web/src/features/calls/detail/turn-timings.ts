import type { TurnTiming } from '@parley/contract';

/** How long the other party waited for the agent's replies, in one sentence. What tools took is theirs, not its. */
export function replyTimes(turns: readonly TurnTiming[]): string | null {
  const waits = turns
    .map(({ firstSpeechMs, toolMs = 0 }) => firstSpeechMs && Math.max(0, firstSpeechMs - toolMs))
    .filter((wait) => wait !== null)
    .toSorted((one, other) => one - other);
  const median = waits[Math.floor((waits.length - 1) / 2)];
  const slowest = waits.at(-1);
  if (median === undefined || slowest === undefined) return null;
  if (waits.length === 1) return `The agent began its one reply after ${seconds(median)}.`;
  return `The agent began its ${waits.length} replies after ${seconds(median)} in the median, ${seconds(slowest)} at most.`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(milliseconds < 995 ? 2 : 1)} s`;
}
