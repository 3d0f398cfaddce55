import type { ModelMessage } from 'ai';
import type { ConversationLine } from '../../ports/language-model.ts';
import { spokenTurns } from '../../ports/spoken-turns.ts';

export function toMessages(lines: readonly ConversationLine[]): ModelMessage[] {
  return spokenTurns(lines).map(({ role, text }) => ({ role, content: text }));
}
