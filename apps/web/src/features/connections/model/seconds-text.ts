/** A time that somebody waits on the phone: 0.4 s. */
export function secondsText(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
