/** How long one level stands for. */
export const levelMs = 10;

/** The loudest of speech is at least so much louder than what other channels leave in this one. */
const quietPart = 0.08;
/** Of 255: below it a telephone is silent, however quiet its owner speaks. */
const leastLevel = 5;
/** A pause between two words of a sentence is shorter. */
const pauseMs = 400;
/** A click is shorter. Of this time at least a third is loud. */
const soundMs = 120;

/**
 * Where speech begins after a pause, in milliseconds. `levels`: how loud a channel is, from 0 to 255, every 10 ms.
 */
export function speechOnsets(levels: Uint8Array): number[] {
  const from = thresholdOf(levels);
  const [pause, sound] = [pauseMs / levelMs, soundMs / levelMs];
  const onsets: number[] = [];
  let quiet = pause;
  for (const [at, level] of levels.entries()) {
    if (level < from) {
      quiet += 1;
      continue;
    }
    if (quiet >= pause) {
      const loud = levels.subarray(at, at + sound).filter((one) => one >= from).length;
      // A click ends no pause.
      if (loud * 3 < sound) continue;
      onsets.push(at * levelMs);
    }
    quiet = 0;
  }
  return onsets;
}

function thresholdOf(levels: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const level of levels) if (level >= leastLevel) counts[level] = (counts[level] ?? 0) + 1;
  const heard = counts.reduce((sum, count) => sum + count, 0);
  let loudest = 255;
  // A few levels above all others are noise.
  for (let above = counts[255] ?? 0; above <= heard * 0.02 && loudest > 0; above += counts[loudest] ?? 0)
    loudest -= 1;
  return Math.max(leastLevel, loudest * quietPart);
}
