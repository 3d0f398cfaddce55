/** How high a lane is drawn, in units of its picture. */
export const waveHeight = 100;

/** The outline of one channel: one unit wide for each value, as far above the middle as below it. */
export function wavePath(peaks: readonly number[]): string {
  if (peaks.length === 0) return '';
  // A hairline where nothing is heard.
  const half = peaks.map((peak) => Math.max(1, (peak / 100) * (waveHeight / 2)));
  const middle = waveHeight / 2;
  const above = half.map((height, index) => `${index} ${round(middle - height)}`);
  const below = half.map((height, index) => `${index} ${round(middle + height)}`).toReversed();
  return `M${[...above, ...below].join('L')}Z`;
}

const round = (value: number) => Math.round(value * 10) / 10;
