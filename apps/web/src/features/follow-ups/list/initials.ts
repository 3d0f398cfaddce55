/** The first letters of the first and last word; of any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  const letters = `${first}${last}`.toUpperCase();
  return letters === '' ? '?' : letters;
}
