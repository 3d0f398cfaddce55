const markdownMarks: readonly [RegExp, string][] = [
  [/!\[[^\]]*\]\([^)]*\)/g, ''],
  [/\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, ''],
  [/(\*\*|__|[*_`~])/g, ''],
];

/** Markdown without its markup, for places that do not render it. */
export function plainText(markdown: string): string {
  return markdownMarks.reduce((text, [mark, instead]) => text.replaceAll(mark, instead), markdown);
}
