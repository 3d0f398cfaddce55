import type { Call } from '@parley/contract';

const markdownMarks: readonly [RegExp, string][] = [
  [/!\[[^\]]*\]\([^)]*\)/g, ''],
  [/\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, ''],
  [/(\*\*|__|[*_`~])/g, ''],
];

/** What a call was about in one line: its summary, or else what the agent was asked to do. */
export function gist({ summary, instructions }: Pick<Call, 'summary' | 'instructions'>): string | null {
  const text = summary === null ? instructions : plainText(summary);
  const line = text?.split('\n').find((each) => each.trim() !== '');
  return line?.trim() ?? null;
}

function plainText(markdown: string): string {
  return markdownMarks.reduce((text, [mark, instead]) => text.replaceAll(mark, instead), markdown);
}
