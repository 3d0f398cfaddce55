import * as z from 'zod';

const text = z.strictObject({ type: z.literal('text'), text: z.string() });
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(text)]),
  is_error: z.boolean().optional(),
});
const block = z.union([text, toolUse, toolResult]);

export const anthropicMessages = z.array(
  z.strictObject({
    role: z.enum(['user', 'assistant']),
    content: z.union([z.string(), z.array(block)]),
  }),
);
export type AnthropicMessage = z.infer<typeof anthropicMessages>[number];
export type AnthropicBlock = z.infer<typeof block>;

export function blocksOf({ content }: AnthropicMessage): AnthropicBlock[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** What the Messages API answers to a history that it does not accept; null for one that it does. */
export function anthropicFault(messages: readonly AnthropicMessage[]): string | null {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role';
  const used = new Set<string>();
  let expected: string[] = [];
  for (const [index, message] of messages.entries()) {
    const blocks = blocksOf(message);
    const fault = blockFault(index, blocks, used) ?? resultFault(index, message, expected);
    if (fault !== null) return fault;
    expected = message.role === 'assistant' ? blocks.flatMap((each) => idOf(each, 'tool_use') ?? []) : [];
    const first = blocks.findIndex(({ type }) => type === 'tool_use');
    // Nothing follows a call in its message.
    if (first >= 0 && blocks.slice(first).some(({ type }) => type !== 'tool_use'))
      return withoutResult(index, expected);
  }
  if (expected.length > 0) return withoutResult(messages.length - 1, expected);
  return messages.at(-1)?.role === 'user'
    ? null
    : 'This model does not support assistant message prefill. The conversation must end with a user message.';
}

function idOf(each: AnthropicBlock, type: 'tool_use' | 'tool_result'): string | null {
  if (each.type === 'tool_use' && type === 'tool_use') return each.id;
  return each.type === 'tool_result' && type === 'tool_result' ? each.tool_use_id : null;
}

function blockFault(index: number, blocks: readonly AnthropicBlock[], used: Set<string>): string | null {
  if (blocks.length === 0) return `messages.${index}: all messages must have non-empty content`;
  for (const [place, each] of blocks.entries()) {
    const path = `messages.${index}.content.${place}`;
    if (each.type === 'text' && each.text.trim() === '')
      return 'messages: text content blocks must contain non-whitespace text';
    if (each.type !== 'tool_use') continue;
    if (!/^[a-zA-Z0-9_-]+$/.test(each.id))
      return `${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(each.name))
      return `${path}.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
    if (typeof each.input !== 'object' || each.input === null || Array.isArray(each.input))
      return `${path}.tool_use.input: Input should be a valid dictionary`;
    if (used.has(each.id)) return `${path}: \`tool_use\` ids must be unique`;
    used.add(each.id);
  }
  return null;
}

/** The results of a message's calls stand at the beginning of the very next message, all of them and no others. */
function resultFault(index: number, message: AnthropicMessage, expected: readonly string[]): string | null {
  const blocks = blocksOf(message);
  const leading = blocks.findIndex(({ type }) => type !== 'tool_result');
  const first = (leading < 0 ? blocks : blocks.slice(0, leading)).flatMap(
    (each) => idOf(each, 'tool_result') ?? [],
  );
  const missing = expected.filter((id) => !first.includes(id));
  if (missing.length > 0) return withoutResult(index - 1, missing);
  const seen = new Set<string>();
  for (const [place, each] of blocks.entries()) {
    const id = idOf(each, 'tool_result');
    if (id === null) continue;
    if (!expected.includes(id))
      return `messages.${index}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    if (seen.has(id))
      return `messages.${index}.content.${place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
    seen.add(id);
  }
  return null;
}

function withoutResult(index: number, ids: readonly string[]): string {
  return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}
