import type { RecordingOffsetMethod } from '@parley/contract';

/** When the sound begins, by the clock of the transcript. */
export interface SoundStart {
  readonly at: Date;
  readonly method: RecordingOffsetMethod;
  readonly errorMs: number;
}

export interface Fit {
  /** Null: nothing is known. */
  readonly start: SoundStart | null;
  /** How many of the turns in the sound have speech where they are said to be; half ones are less certain. */
  readonly met: number;
}

export interface FitInput {
  /** Where the agent begins to speak in the sound, in milliseconds. */
  readonly onsets: readonly number[];
  /** When the agent began to speak, as the transcript says. */
  readonly turns: readonly Date[];
  /** The carrier's time of the beginning, in whole seconds. */
  readonly statedStart: Date | null;
  /** When the recording was asked for; it does not begin before. */
  readonly askedAt: Date;
  /** How many times faster than the clock the sound runs; 1 but for tests. */
  readonly speed?: number;
}

/** A voice is heard a little sooner or later after its text was sent. What is further away is another sentence. */
const nearMs = 250;
/** A voice that is not ready yet, or waits for the sentence before it, is heard so much later. */
const lateMs = 2_000;
/** By so much the clock of a carrier may differ from ours, and its time is cut to seconds. */
const statedWithinMs = 5_000;
const statedErrorMs = 1_000;
/** A carrier begins so soon after it was told to. */
const askedWithinMs = 15_000;
/** By so much the clocks of our servers may differ: one asks, another may say the words. */
const askedEarlierMs = 1_000;
/** Later ones add nothing. */
const mostTurns = 40;
/** Between levels, and from the level at which sound counts to what is heard. */
const leastErrorMs = 20;
/** One or two turns can be near by chance. */
const fewTurns = 3;
const fewTurnsErrorMs = 300;

/**
 * Fits the agent's channel to the agent's turns. Carriers say when a recording began in whole seconds only, by a clock of
 * their own. The distance is taken at which most turns have a beginning of speech near them; further beginnings, such as
 * after a pause in a sentence or those of a colleague who took over, and turns that were not heard, do not count.
 */
export function fitStart({ onsets: heard, turns, statedStart, askedAt, speed = 1 }: FitInput): Fit {
  const onsets = heard.map((ms) => ms / speed);
  const near = nearMs / speed;
  const late = lateMs / speed;
  const times = turns.slice(0, mostTurns).map((turn) => turn.getTime());
  const about = (statedStart ?? askedAt).getTime();
  const within = statedStart ? statedWithinMs : askedWithinMs;
  // A question before it, such as whether it may begin, looks like the first sentence of the sound otherwise.
  const earliest = askedAt.getTime() - askedEarlierMs;
  let best: { readonly score: number; readonly start: number } | null = null;
  for (const turn of times)
    for (const onset of onsets) {
      const start = turn - onset;
      if (Math.abs(start - about) > within || start < earliest) continue;
      const score = scoreOf(times, onsets, start, { near, late });
      const isNearer = best !== null && Math.abs(start - about) < Math.abs(best.start - about);
      if (!best || score > best.score + 0.01 || (score > best.score - 0.01 && isNearer))
        best = { score, start };
    }
  let met = 0;
  if (best) {
    const start = median(startsNear(times, onsets, best.start, near));
    const starts = startsNear(times, onsets, start, near);
    // What was said before it, such as whether it may begin, is not in the sound.
    const inSound = times.filter((time) => time > start - near);
    met = scoreOf(inSound, onsets, start, { near, late });
    if (met * 2 >= inSound.length) {
      const at = median(starts);
      const errorMs = errorOf(starts, at);
      return { met, start: { at: new Date(Math.round(at)), method: 'turns', errorMs } };
    }
  }
  return { met, start: statedStart && { at: statedStart, method: 'start', errorMs: statedErrorMs } };
}

/**
 * How many turns have a beginning of speech near them, the nearer the more. One that is heard later than it was sent, because
 * the voice was not ready or another sentence was still being said, counts half; none is heard before.
 */
function scoreOf(
  times: readonly number[],
  onsets: readonly number[],
  start: number,
  { near, late }: { readonly near: number; readonly late: number },
): number {
  return times.reduce((sum, time) => {
    const position = time - start;
    const distance = Math.abs(nearest(onsets, position) - position);
    if (distance < near) return sum + 1 - distance / near / 2;
    return firstFrom(onsets, position) - position < late ? sum + 0.5 : sum;
  }, 0);
}

/** The beginnings of the sound that each turn with speech near it speaks for. */
function startsNear(
  times: readonly number[],
  onsets: readonly number[],
  start: number,
  near: number,
): number[] {
  return times.flatMap((time) => {
    const onset = nearest(onsets, time - start);
    return Math.abs(onset - (time - start)) < near ? [time - onset] : [];
  });
}

/** Of a list in order. */
function nearest(onsets: readonly number[], position: number): number {
  const place = placeFrom(onsets, position);
  const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [
    onsets[place - 1],
    onsets[place],
  ];
  return position - before < after - position ? before : after;
}

const firstFrom = (onsets: readonly number[], position: number) =>
  onsets[placeFrom(onsets, position)] ?? Number.POSITIVE_INFINITY;

function placeFrom(onsets: readonly number[], position: number): number {
  let [low, high] = [0, onsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((onsets[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function errorOf(distances: readonly number[], start: number): number {
  const errors = distances.map((one) => Math.abs(one - start)).sort((one, other) => one - other);
  const most = errors[Math.ceil(errors.length * 0.9) - 1] ?? 0;
  const least = distances.length < fewTurns ? fewTurnsErrorMs : leastErrorMs;
  return Math.round(Math.max(least, most));
}
