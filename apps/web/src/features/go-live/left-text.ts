/** How much keeps the organization from real calls. */
export function leftText(left: number): string {
  return left === 1 ? 'One thing is left to do.' : `${left} things are left to do.`;
}
