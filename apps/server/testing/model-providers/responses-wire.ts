import * as z from 'zod';
import { argumentsOf, type ProviderEvent, type ProviderStep, type ProviderWire } from './provider-server.ts';
import { isOutput, type ResponsesItem, responsesFault, responsesInput } from './responses-history.ts';

const request = z.looseObject({ model: z.string(), stream: z.literal(true), input: responsesInput });

/** The Responses API. */
export const responsesWire: ProviderWire = {
  path: '/v1/responses',
  read(body) {
    const parsed = request.safeParse(body);
    if (!parsed.success) return { refusal: z.prettifyError(parsed.error) };
    const { input } = parsed.data;
    const fault = responsesFault(input);
    if (fault !== null) return { refusal: fault };
    return {
      said: input.flatMap((each) => (isMessage(each) && each.role === 'user' ? [textOf(each)] : [])),
      results: input.flatMap((each) => (isOutput(each) ? [each.output] : [])),
    };
  },
  refusal: (message) => ({
    error: { message, type: 'invalid_request_error', param: 'input', code: null },
  }),
  events: (steps) => [
    { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'emulated' } },
    ...steps.flatMap(itemEvents),
    {
      type: 'response.completed',
      response: { usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
    },
  ],
};

type Message = Exclude<ResponsesItem, { type: string }>;

function isMessage(each: ResponsesItem): each is Message {
  return 'role' in each;
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

function itemEvents(step: ProviderStep, index: number): ProviderEvent[] {
  const id = `item_${index}`;
  const place = { output_index: index };
  if ('say' in step) {
    return [
      { type: 'response.output_item.added', ...place, item: { type: 'message', id } },
      { type: 'response.output_text.delta', item_id: id, ...place, delta: step.say },
      { type: 'response.output_item.done', ...place, item: { type: 'message', id } },
    ];
  }
  const call = { type: 'function_call', id, call_id: step.id ?? `call_${index}`, name: step.call };
  const json = argumentsOf(step);
  return [
    { type: 'response.output_item.added', ...place, item: { ...call, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: id, ...place, delta: json },
    {
      type: 'response.output_item.done',
      ...place,
      item: { ...call, arguments: json, status: 'completed' },
    },
  ];
}
