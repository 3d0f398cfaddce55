import { invalid, type WireError } from './wire-error.ts';

/** An item of the conversation, as the service stores it. */
export interface Item {
  readonly id: string;
  readonly type: 'message' | 'function_call' | 'function_call_output';
  readonly role: 'user' | 'assistant' | 'system' | null;
  status: 'completed' | 'incomplete' | 'in_progress';
  /** Text, or the transcript of the audio; null when it was truncated or is not known yet. */
  text: string | null;
  /** Length of the audio; null for text. */
  audioMs: number | null;
  readonly name?: string;
  readonly callId?: string;
}

export class Conversation {
  readonly id: string;
  readonly items: Item[] = [];

  constructor(id: string) {
    this.id = id;
  }

  get(id: string): Item | undefined {
    return this.items.find((item) => item.id === id);
  }

  lastId(): string | null {
    return this.items.at(-1)?.id ?? null;
  }

  awaitsResult(callId: string): boolean {
    const ofCall = this.items.filter((item) => item.callId === callId);
    return ofCall.length === 1 && ofCall[0]?.type === 'function_call';
  }

  /** Tool calls without a result. The service answers meanwhile: the model knows that it has to wait. */
  unanswered(): string[] {
    const calls = this.items.filter(({ type, status }) => type === 'function_call' && status === 'completed');
    return calls.flatMap(({ callId = '' }) => (this.awaitsResult(callId) ? [callId] : []));
  }

  add(item: Item): void {
    this.items.push(item);
  }

  delete(id: string): WireError | null {
    const index = this.items.findIndex((item) => item.id === id);
    if (index < 0) {
      return invalid('item_delete_invalid_item_id', `Error deleting item: '${id}' not found.`, 'item_id');
    }
    this.items.splice(index, 1);
    return null;
  }

  truncate(id: string, audioEndMs: number): WireError | null {
    const item = this.get(id);
    if (!item) {
      return invalid('item_truncate_invalid_item_id', `Error truncating item: '${id}' not found.`, 'item_id');
    }
    if (item.role !== 'assistant' || item.type !== 'message' || !item.audioMs) {
      return invalid('unsupported_content_type', 'Only model output audio messages can be truncated');
    }
    if (audioEndMs > item.audioMs) {
      return invalid(
        'invalid_value',
        `Audio content of ${item.audioMs}ms is already shorter than ${audioEndMs}ms`,
        'audio_end_ms',
      );
    }
    item.audioMs = audioEndMs;
    item.text = null;
    return null;
  }

  /** The item as the wire shows it; audio itself is left out. */
  static show(item: Item): Record<string, unknown> {
    const { id, type, status, role, text } = item;
    const base = { id, object: 'realtime.item', type, status };
    if (type === 'function_call') {
      return { ...base, name: item.name, call_id: item.callId, arguments: text ?? '' };
    }
    if (type === 'function_call_output') return { ...base, call_id: item.callId, output: text ?? '' };
    return { ...base, role, content: contentOf(item, text) };
  }
}

function contentOf({ role, audioMs, status }: Item, text: string | null): unknown[] {
  if (audioMs !== null) {
    if (status === 'in_progress') return [];
    return [{ type: role === 'user' ? 'input_audio' : 'output_audio', transcript: text }];
  }
  return [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }];
}
