import type { ConversationEntry } from '../../ports/language-model.ts';

/** The end of the conversation that made no sound: an engine that listens for itself does not know of it. */
export function unheardEntries(history: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const lastHeard = history.findLastIndex(({ kind }) => kind === 'agent' || kind === 'said');
  // Its own calls, and what became of them, it was told at once.
  return history.slice(lastHeard + 1).filter(({ kind }) => kind !== 'tool');
}
