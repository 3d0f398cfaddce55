const markdownMarks: readonly [RegExp, string][] = [
  [/!\[[^\]]*\]\([^)]*\)/g, ''],
  [/\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, ''],
  [/(\*\*|__|[*_`~])/g, ''],
];

/** Markdown without its marks, for where there is no room to draw it. */
export function plainText(markdown: string): string {
  return markdownMarks.reduce((text, [mark, instead]) => text.replaceAll(mark, instead), markdown);
}
