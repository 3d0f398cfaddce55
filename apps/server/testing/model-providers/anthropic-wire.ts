import * as z from 'zod';
import { anthropicFault, anthropicMessages, blocksOf } from './anthropic-history.ts';
import { argumentsOf, type ProviderEvent, type ProviderStep, type ProviderWire } from './provider-server.ts';

const request = z.looseObject({
  model: z.string(),
  max_tokens: z.int(),
  stream: z.literal(true),
  messages: anthropicMessages,
  tools: z
    .array(
      z.looseObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
        input_schema: z.looseObject({ type: z.literal('object') }),
      }),
    )
    .optional(),
});

/** The Messages API. */
export const anthropicWire: ProviderWire = {
  path: '/v1/messages',
  read(body) {
    const parsed = request.safeParse(body);
    if (!parsed.success) return { refusal: z.prettifyError(parsed.error) };
    const { messages } = parsed.data;
    const fault = anthropicFault(messages);
    if (fault !== null) return { refusal: fault };
    const blocks = messages.flatMap((message) => (message.role === 'user' ? blocksOf(message) : []));
    return {
      said: blocks.flatMap((each) => (each.type === 'text' ? [each.text] : [])),
      results: blocks.flatMap((each) =>
        each.type !== 'tool_result'
          ? []
          : [typeof each.content === 'string' ? each.content : each.content.map(({ text }) => text).join('')],
      ),
    };
  },
  refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  events(steps) {
    const called = steps.some((step) => 'call' in step);
    return [
      {
        type: 'message_start',
        message: {
          ...{ id: 'm1', type: 'message', role: 'assistant', model: 'emulated', content: [] },
          ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
        },
      },
      ...steps.flatMap(blockEvents),
      {
        type: 'message_delta',
        delta: { stop_reason: called ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: 9 },
      },
      { type: 'message_stop' },
    ];
  },
};

function blockEvents(step: ProviderStep, index: number): ProviderEvent[] {
  const [block, delta] =
    'say' in step
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: step.say },
        ]
      : [
          { type: 'tool_use', id: step.id ?? `toolu_${index}`, name: step.call, input: {} },
          { type: 'input_json_delta', partial_json: argumentsOf(step) },
        ];
  return [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
