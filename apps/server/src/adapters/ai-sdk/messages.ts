import type { ModelMessage } from 'ai';
import type { ConversationEntry } from '../../ports/language-model.ts';
import { type SpokenTurn, spokenTurns } from '../../ports/spoken-turns.ts';

export function toMessages(history: readonly ConversationEntry[]): ModelMessage[] {
  return spokenTurns(history).flatMap(messagesOf);
}

function messagesOf(turn: SpokenTurn): ModelMessage[] {
  if (turn.role === 'user' || turn.calls.length === 0) return [{ role: turn.role, content: turn.text }];
  const { text, calls } = turn;
  const words = text === '' ? [] : [{ type: 'text' as const, text }];
  const asked = calls.map(({ id, name, input }) => ({
    ...{ type: 'tool-call' as const, toolCallId: id, toolName: name, input },
  }));
  const results = calls.map(({ id, name, result }) => ({
    ...{ type: 'tool-result' as const, toolCallId: id, toolName: name },
    output: { type: 'text' as const, value: result },
  }));
  return [
    { role: 'assistant', content: [...words, ...asked] },
    { role: 'tool', content: results },
  ];
}
