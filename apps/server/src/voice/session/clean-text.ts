/**
 * One line of recognised text. Control and formatting characters are removed: they could hide or reorder text on a
 * screen.
 */
export function cleanText(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 2)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fffd}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= longest
    ? line
    : `${line
        .slice(0, longest - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

/**
 * A piece of the model's text without characters that cannot be spoken. Spaces stay, because pieces are joined as they
 * come. Angle brackets go: some voices take what stands in them for markup.
 */
export function speakable(piece: string): string {
  return piece.replace(/[\r\n\t]+/g, ' ').replace(/[\p{Cc}\p{Cf}*`<>]+/gu, '');
}
