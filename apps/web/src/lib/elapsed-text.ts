/** How long something took: "0.4 s", and what is shorter than it can show as "24 ms". */
export function elapsedText(ms: number): string {
  return ms < 95 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
