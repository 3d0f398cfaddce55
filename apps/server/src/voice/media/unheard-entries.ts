import type { ConversationEntry } from '../../ports/language-model.ts';

/** The latest entries that made no sound, such as keys: a speech engine does not know of them. */
export function unheardEntries(history: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const lastHeard = history.findLastIndex(({ kind }) => kind === 'agent' || kind === 'said');
  // Its own tool calls and their results it knows already.
  return history.slice(lastHeard + 1).filter(({ kind }) => kind !== 'tool' && kind !== 'lateResult');
}
