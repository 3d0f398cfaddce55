import type { ReplyRequest } from '../../ports/language-model.ts';
import { type SpokenTurn, spokenTurns } from '../../ports/spoken-turns.ts';
import type { ToolDefinition } from '../../ports/voice-tools.ts';

/** An answer on the phone is a few sentences; the rest is for models that reason first. */
const longestReplyTokens = 1_000;

export function chatRequestBody(
  model: string,
  { prompt, history, tools, temperature = null }: ReplyRequest,
): string {
  const messages = [{ role: 'system', content: prompt }, ...spokenTurns(history).flatMap(toMessages)];
  return JSON.stringify({
    model,
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: longestReplyTokens,
    ...(temperature !== null && { temperature }),
    messages,
    ...(tools.length > 0 && { tools: functionsOf(tools), tool_choice: 'auto' }),
  });
}

/** Results follow their calls at once: servers refuse a call without its result, and the reverse. */
function toMessages(turn: SpokenTurn): object[] {
  if (turn.role === 'user' || turn.calls.length === 0) return [{ role: turn.role, content: turn.text }];
  const { text, calls } = turn;
  const asked = calls.map(({ id, name, input }) => ({
    ...{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } },
  }));
  return [
    { role: 'assistant', content: text === '' ? null : text, tool_calls: asked },
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

/** A session offers the same tools in every turn. */
const known = new WeakMap<readonly ToolDefinition[], readonly object[]>();

function functionsOf(tools: readonly ToolDefinition[]): readonly object[] {
  const functions =
    known.get(tools) ??
    tools.map(({ name, description, parameters }) => ({
      ...{ type: 'function', function: { name, description, parameters } },
    }));
  known.set(tools, functions);
  return functions;
}
