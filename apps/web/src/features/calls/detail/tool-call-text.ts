import { elapsedText } from '../../../lib/elapsed-text.ts';
import type { ToolCall } from '../../../lib/parsing/tool-calls.ts';

/** What a quiet line of the transcript says, such as "Looked up free times, 0.4 s"; the second part stays on one line. */
export function toolCallText({ title, ms }: Pick<ToolCall, 'title' | 'ms'>): [string, string] {
  return ms === null ? [title, ''] : [`${title}, `, elapsedText(ms)];
}

/** How it ended, where that is worth a word. */
export function toolStateWords(
  state: ToolCall['state'],
): { tone: 'amber' | 'red' | 'grey'; label: string } | null {
  switch (state) {
    case 'done':
      return null;
    case 'running':
      return { tone: 'grey', label: 'Running' };
    case 'refused':
      return { tone: 'grey', label: 'Refused' };
    case 'failed':
      return { tone: 'red', label: 'Failed' };
    case 'timed_out':
      return { tone: 'red', label: 'Timed out' };
    case 'unknown':
      return { tone: 'amber', label: 'Unknown' };
    default:
      return { tone: 'grey', label: state };
  }
}

/** What became of a text message, once that is known. */
export function deliveryWords(
  delivery: ToolCall['delivery'],
): { tone: 'amber' | 'grey'; label: string } | null {
  switch (delivery) {
    case 'delivered':
      return { tone: 'grey', label: 'Delivered' };
    case 'undelivered':
    case 'failed':
      return { tone: 'amber', label: 'Text message: not delivered' };
    default:
      return null;
  }
}

/** What is left to find out or to tell; null where nothing is. */
export function openQuestion({
  state,
  followUpId,
}: Pick<ToolCall, 'state' | 'followUpId'>): { sentence: string; act: string } | null {
  if (state === 'unknown')
    return { sentence: 'Nobody knows whether it was done. It may have been carried out.', act: 'Check it' };
  if (!followUpId) return null;
  return { sentence: 'They may not know how it ended.', act: 'Tell them' };
}
