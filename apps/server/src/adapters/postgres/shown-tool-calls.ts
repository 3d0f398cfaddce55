import type { ShownToolCall } from '@parley/contract';
import { rowReader } from './row-reader.ts';
import { toolCalls } from './tool-schema.ts';

/** Of the text message that the tool call has sent, if it did. */
const delivery = `(
  select delivery from text_messages sent where sent.tenant_id = tool_calls.tenant_id
    and sent.call_id = tool_calls.call_id and sent.tool_call_id = tool_calls.call_id || ':' || tool_calls.id)`;

/** Of what was done, only while the other party has not been told. Named, because rows are ordered by their own `id`. */
const followUp = `(
  select asked.id as follow_up_id from follow_ups asked where asked.tenant_id = tool_calls.tenant_id
    and asked.source_key = 'call/' || tool_calls.call_id || '/tool_unknown/' || tool_calls.id
    and (tool_calls.state = 'unknown' or asked.state <> 'done'))`;

/** A tool call as the page of its call shows it. What the model never saw is not stored with it. */
export const toolCallReader = rowReader(
  (value): ShownToolCall => ({
    id: value(toolCalls.id),
    ordinal: value(toolCalls.ordinal),
    name: value(toolCalls.name),
    title: value(toolCalls.title),
    state: value(toolCalls.state),
    at: value(toolCalls.startedAt),
    ms: value(toolCalls.ms),
    sample: value(toolCalls.sample),
    changes: value(toolCalls.changes),
    tries: value(toolCalls.tries),
    input: value(toolCalls.input),
    answer: value(toolCalls.answer),
    delivery: value(delivery),
    followUpId: value(followUp),
  }),
);
