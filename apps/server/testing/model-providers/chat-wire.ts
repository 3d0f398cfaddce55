import * as z from 'zod';
import { chatFault, chatMessage } from './chat-history.ts';
import { argumentsOf, type ProviderWire } from './provider-server.ts';

const request = z.looseObject({ model: z.string(), stream: z.literal(true), messages: z.array(chatMessage) });

/** Chat completions. */
export const chatWire: ProviderWire = {
  path: '/v1/chat/completions',
  read(body) {
    const parsed = request.safeParse(body);
    if (!parsed.success) return { refusal: z.prettifyError(parsed.error) };
    const { messages } = parsed.data;
    const fault = chatFault(messages);
    if (fault !== null) return { refusal: fault };
    const of = (role: string) =>
      messages.flatMap((each) => (each.role === role && each.content !== null ? [each.content] : []));
    return { said: of('user'), results: of('tool') };
  },
  refusal: (message) => ({
    error: { message, type: 'invalid_request_error', param: 'messages', code: null },
  }),
  events(steps) {
    const chunk = (delta: object, finish: string | null = null) => ({
      ...{ type: 'chunk', id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'emulated' },
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    let calls = 0;
    const parts = steps.map((step) => {
      if ('say' in step) return chunk({ role: 'assistant', content: step.say });
      const made = { name: step.call, arguments: argumentsOf(step) };
      const index = calls++;
      const id = step.id ?? `call_${index}`;
      return chunk({ tool_calls: [{ index, id, type: 'function', function: made }] });
    });
    return [...parts, chunk({}, calls > 0 ? 'tool_calls' : 'stop')];
  },
};
