import type { Call } from '../../../lib/parsing/calls.ts';
import { plainText } from '../plain-text.ts';

/**
 * One line about a call: the first line of its summary, or else of its instructions. A summary that only repeats the
 * reason shown beside it counts as none.
 */
export function summaryLine(
  { summary, instructions }: Pick<Call, 'summary' | 'instructions'>,
  reason: string | null,
): string | null {
  const fromSummary = summary === null ? null : firstLine(plainText(summary));
  return fromSummary === null || fromSummary === reason ? firstLine(instructions ?? '') : fromSummary;
}

function firstLine(text: string): string | null {
  const line = text.split('\n').find((each) => each.trim() !== '');
  return line?.trim() ?? null;
}
