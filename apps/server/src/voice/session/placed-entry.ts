import type { ConversationEntry } from '../../ports/language-model.ts';

/** An entry of the history with its place in the transcript. */
export interface PlacedEntry {
  readonly ordinal: number;
  readonly entry: ConversationEntry;
}
