import type { Call } from '@parley/contract';
import { plainText } from '../plain-text.ts';

/** What a call was about in one line: its summary, or else what the agent was asked to do. */
export function gist({ summary, instructions }: Pick<Call, 'summary' | 'instructions'>): string | null {
  const text = summary === null ? instructions : plainText(summary);
  const line = text?.split('\n').find((each) => each.trim() !== '');
  return line?.trim() ?? null;
}
