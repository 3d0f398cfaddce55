import * as z from 'zod';

const toolCall = z.strictObject({
  // The form that the strictest servers require.
  id: z.string().regex(/^[a-zA-Z0-9]{9}$/),
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    arguments: z.string().min(2),
  }),
});

export const chatMessage = z.union([
  z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().min(1).nullable(),
    tool_calls: z.array(toolCall).min(1),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string().min(1) }),
]);
export type ChatMessage = z.infer<typeof chatMessage>;

/**
 * What a chat completions server answers to a history that it does not accept; null for one that it does. The chat
 * templates of many models also want user and assistant to take turns.
 */
export function chatFault(messages: readonly ChatMessage[]): string | null {
  const [system, ...rest] = messages;
  if (system?.role !== 'system') return 'the first message must be the system prompt';
  const known = new Set<string>();
  let open: string[] = [];
  let last = 'assistant';
  for (const [index, one] of rest.entries()) {
    if (one.role === 'tool') {
      if (!open.includes(one.tool_call_id)) return answersNothing;
      open = open.filter((id) => id !== one.tool_call_id);
    } else if (open.length > 0) return withoutResult(open);
    else if (one.role === last || one.role === 'system') return `message ${index + 1} is out of turn`;
    if ('tool_calls' in one) {
      open = one.tool_calls.map(({ id }) => id);
      const twice = open.find((id, place) => known.has(id) || open.indexOf(id) !== place);
      if (twice !== undefined) return `Duplicate value for 'tool_call_id' of '${twice}'`;
      for (const id of open) known.add(id);
    }
    last = one.role;
  }
  if (open.length > 0) return withoutResult(open);
  return last === 'assistant' ? 'the last message must not be from the assistant' : null;
}

const answersNothing =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";

function withoutResult(ids: readonly string[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`;
}
