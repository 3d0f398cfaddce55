import * as z from 'zod';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const item = z.union([
  z.looseObject({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
  z.looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant']),
    content: z.union([z.string(), z.array(part)]),
  }),
]);

export const responsesInput = z.array(item);
export type ResponsesItem = z.infer<typeof item>;

export function isOutput(each: ResponsesItem): each is Extract<ResponsesItem, { output: string }> {
  return 'type' in each && each.type === 'function_call_output';
}

function isCall(each: ResponsesItem): each is Extract<ResponsesItem, { arguments: string }> {
  return 'type' in each && each.type === 'function_call';
}

/** What the Responses API answers to a history that it does not accept; null for one that it does. */
export function responsesFault(items: readonly ResponsesItem[]): string | null {
  const open = new Set<string>();
  const known = new Set<string>();
  for (const [index, each] of items.entries()) {
    if (isCall(each)) {
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(each.name))
        return `Invalid 'input[${index}].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
      if (known.has(each.call_id)) return `Duplicate item found with call_id ${each.call_id}.`;
      known.add(each.call_id);
      open.add(each.call_id);
    } else if (isOutput(each) && !open.delete(each.call_id))
      return `No tool call found for function call output with call_id ${each.call_id}.`;
  }
  const [missing] = open;
  return missing === undefined ? null : `No tool output found for function call ${missing}.`;
}
