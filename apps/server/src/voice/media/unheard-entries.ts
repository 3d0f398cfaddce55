import type { ConversationEntry } from '../../ports/language-model.ts';

/** The end of the conversation that made no sound: an engine that listens for itself does not know of it. */
export function unheardEntries(lines: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const lastHeard = lines.findLastIndex(({ kind }) => kind === 'agent' || kind === 'said');
  // Its own calls, and what became of them, it was told at once.
  return lines.slice(lastHeard + 1).filter(({ kind }) => kind !== 'tool');
}
