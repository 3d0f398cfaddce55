/** A number as sentences have it: 1,200. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}
