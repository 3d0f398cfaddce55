import type { ConversationEntry } from '../../ports/language-model.ts';
import { lateResultText } from '../../ports/spoken-turns.ts';
import type { ToolResult } from '../../ports/voice-tools.ts';

/** Events that we send, as JSON. */

const appendHead = '{"type":"input_audio_buffer.append","audio":"';
const appendTail = '"}';

/** Sent fifty times a second and call, so it is concatenated instead of serialised. */
export function appendEvent(base64: string): string {
  return appendHead + base64 + appendTail;
}

export function cancelEvent(responseId: string): string {
  return JSON.stringify({ type: 'response.cancel', response_id: responseId });
}

export function truncateEvent(itemId: string, contentIndex: number, audioEndMs: number): string {
  return JSON.stringify({
    type: 'conversation.item.truncate',
    item_id: itemId,
    content_index: contentIndex,
    audio_end_ms: audioEndMs,
  });
}

export function deleteEvent(itemId: string): string {
  return JSON.stringify({ type: 'conversation.item.delete', item_id: itemId });
}

export function toolOutputEvent(callId: string, result: ToolResult): string {
  return itemEvent({ type: 'function_call_output', call_id: callId, output: JSON.stringify(result) });
}

/** Requests a response. Its name comes back with it, so that it differs from one that the service starts by itself. */
export function createEvent(eventId: string, name: string): string {
  return JSON.stringify({
    type: 'response.create',
    event_id: eventId,
    response: { metadata: { [nameKey]: name } },
  });
}

export function sayEvent(eventId: string, name: string, text: string): string {
  const instructions = `Say these words aloud, exactly as they are, and nothing before or after them: "${text}"`;
  const response = { metadata: { [nameKey]: name }, instructions, tool_choice: 'none' };
  return JSON.stringify({ type: 'response.create', event_id: eventId, response });
}

export const nameKey = 'turn';

/** An entry of the history for a model that did not hear it. A tool call comes with its result, unless it still runs. */
export function entryEvents(entry: ConversationEntry): string[] {
  switch (entry.kind) {
    case 'agent':
      return [message('assistant', 'output_text', entry.text)];
    case 'said':
      return [message('user', 'input_text', entry.text)];
    case 'pressed':
      return [systemEvent(`The other party pressed these keys: ${[...entry.digits].join(' ')}.`)];
    case 'silence':
      return [systemEvent('The other party said nothing.')];
    case 'cut':
      return [systemEvent('The line was cut off and is back. Go on where you were.')];
    case 'tool': {
      const { id, call, result } = entry;
      const made = { call_id: id, name: call.name, arguments: JSON.stringify(call.input) };
      const request = itemEvent({ type: 'function_call', ...made });
      return result.status === 'running' ? [request] : [request, toolOutputEvent(id, result)];
    }
    case 'lateResult':
      return [lateResultEvent(entry.name, entry.result)];
  }
}

/** A call has one result in this protocol, so a later one is a message. A user's, because what a tool answers is data. */
export function lateResultEvent(name: string, result: ToolResult): string {
  return message('user', 'input_text', lateResultText(name, result));
}

/** A message for the model that nobody has said. */
function systemEvent(text: string): string {
  return message('system', 'input_text', text);
}

function message(role: string, type: string, text: string): string {
  return itemEvent({ type: 'message', role, content: [{ type, text }] });
}

function itemEvent(item: object): string {
  return JSON.stringify({ type: 'conversation.item.create', item });
}
