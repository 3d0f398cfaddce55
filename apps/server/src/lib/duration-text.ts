/** A wait in words, rounded up, so that a request after it is not refused again. */
export function durationText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? 'one second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
