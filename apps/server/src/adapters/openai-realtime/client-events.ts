import type { ConversationLine } from '../../ports/language-model.ts';

/** Events of ours, ready for the wire. */

const appendHead = '{"type":"input_audio_buffer.append","audio":"';
const appendTail = '"}';

/** Sent fifty times a second and call, so it is put together without going through an object. */
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

export function toolOutputEvent(callId: string, output: string): string {
  return itemEvent({ type: 'function_call_output', call_id: callId, output });
}

/** Asks for an answer. Its name comes back with it, so that it can be told from one the service gives by itself. */
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

/** A line of the conversation for a model that did not hear it. */
export function lineEvent(line: ConversationLine): string {
  switch (line.kind) {
    case 'agent':
      return message('assistant', 'output_text', line.text);
    case 'said':
      return message('user', 'input_text', line.text);
    case 'pressed':
      return message(
        'system',
        'input_text',
        `The other party pressed these keys: ${[...line.digits].join(' ')}.`,
      );
    case 'silence':
      return message('system', 'input_text', 'The other party said nothing.');
  }
}

function message(role: string, type: string, text: string): string {
  return itemEvent({ type: 'message', role, content: [{ type, text }] });
}

function itemEvent(item: object): string {
  return JSON.stringify({ type: 'conversation.item.create', item });
}
