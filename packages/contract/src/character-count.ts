/** Characters as every limit counts them: code points, so that an emoji outside the basic plane is one and not two. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
