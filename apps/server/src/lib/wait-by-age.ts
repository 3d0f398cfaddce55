/** How long to wait for what may never come: the older the question is, the longer. About twenty times in a day. */
export function waitByAge(ageMs: number, leastMs: number): number {
  return Math.max(leastMs, ageMs / 2);
}
