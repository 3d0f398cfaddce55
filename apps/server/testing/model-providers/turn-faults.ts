import type { ConversationEntry } from '../../src/ports/language-model.ts';
import { type SpokenTurn, spokenTurns } from '../../src/ports/spoken-turns.ts';
import { type AnthropicMessage, anthropicFault } from './anthropic-history.ts';
import { type ChatMessage, chatFault } from './chat-history.ts';
import { type ResponsesItem, responsesFault } from './responses-history.ts';

/** Why a provider would refuse a history; null where all accept it. */
export function historyFault(history: readonly ConversationEntry[]): string | null {
  const turns = spokenTurns(history);
  return (
    chatFault([{ role: 'system', content: 'You.' }, ...turns.flatMap(toChat)]) ??
    anthropicFault(joined(turns.flatMap(toAnthropic))) ??
    responsesFault(turns.flatMap(toResponses))
  );
}

function toChat(turn: SpokenTurn): ChatMessage[] {
  if (turn.role === 'user' || turn.calls.length === 0) return [{ role: turn.role, content: turn.text }];
  const { text, calls } = turn;
  return [
    {
      ...{ role: 'assistant', content: text === '' ? null : text },
      tool_calls: calls.map(({ id, name }) => ({
        id,
        type: 'function',
        function: { name, arguments: '{}' },
      })),
    },
    ...calls.map(({ id, result }): ChatMessage => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

function toResponses(turn: SpokenTurn): ResponsesItem[] {
  const said: ResponsesItem[] = turn.text === '' ? [] : [{ role: turn.role, content: turn.text }];
  if (turn.role === 'user') return said;
  return [
    ...said,
    ...turn.calls.map(({ id, name }) => ({
      ...{ type: 'function_call' as const, call_id: id, name, arguments: '{}' },
    })),
    ...turn.calls.map(({ id, result }) => ({
      ...{ type: 'function_call_output' as const, call_id: id, output: result },
    })),
  ];
}

function toAnthropic(turn: SpokenTurn): AnthropicMessage[] {
  const text = turn.text === '' ? [] : [{ type: 'text' as const, text: turn.text }];
  if (turn.role === 'user') return [{ role: 'user', content: text }];
  const uses = turn.calls.map(({ id, name, input }) => ({ type: 'tool_use' as const, id, name, input }));
  const results = turn.calls.map(({ id, result }) => ({
    ...{ type: 'tool_result' as const, tool_use_id: id, content: result },
  }));
  const said: AnthropicMessage = { role: 'assistant', content: [...text, ...uses] };
  return results.length === 0 ? [said] : [said, { role: 'user', content: results }];
}

/** Messages of one side in a row are one, as the adapter sends them. */
function joined(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const all: { role: AnthropicMessage['role']; content: Exclude<AnthropicMessage['content'], string> }[] = [];
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [] : content;
    const last = all.at(-1);
    if (last?.role === role) last.content = [...last.content, ...blocks];
    else all.push({ role, content: blocks });
  }
  return all;
}
