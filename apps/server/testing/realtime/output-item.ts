import { samplesPerMs } from '../../src/lib/telephone-audio.ts';
import { Conversation, type Item } from './conversation.ts';
import type { WireEvent } from './event-log.ts';
import type { AnswerStep } from './plan.ts';
import { speechMs, utter } from './speech.ts';

/** Text is sent a little ahead of its audio. */
const textLeadMs = 300;

interface Place {
  readonly responseId: string;
  readonly outputIndex: number;
  readonly conversation: Conversation;
}

type Say = Extract<AnswerStep, { kind: 'speak' }>;

/** One message of an answer while it is sent: audio and text in pieces. */
export class OutputMessage {
  readonly item: Item;
  readonly #place: Place;
  readonly #audio: Buffer;
  readonly #words: readonly string[];
  readonly #deltaMs: number;
  #wordsSent = 0;

  constructor(id: string, step: Say, place: Place) {
    this.item = {
      ...{ id, type: 'message', role: 'assistant', status: 'in_progress', text: '' },
      audioMs: 0,
    };
    this.#place = place;
    this.#audio = utter(step.text);
    this.#words = step.text.match(/\S+\s*/g) ?? [];
    this.#deltaMs = step.deltaMs;
  }

  get sentMs(): number {
    return this.item.audioMs ?? 0;
  }

  get complete(): boolean {
    return this.sentMs * samplesPerMs >= this.#audio.length;
  }

  begin(): WireEvent[] {
    const shown = Conversation.show(this.item);
    const previous = this.#place.conversation.lastId();
    this.#place.conversation.add(this.item);
    return [
      this.#of('response.output_item.added', { item: shown }),
      { type: 'conversation.item.added', previous_item_id: previous, item: shown },
      this.#in('response.content_part.added', { part: { type: 'audio', transcript: '' } }),
    ];
  }

  /** The next piece of audio, preceded by its text. */
  next(): WireEvent[] {
    const start = this.sentMs * samplesPerMs;
    const piece = this.#audio.subarray(start, start + this.#deltaMs * samplesPerMs);
    this.item.audioMs = this.sentMs + piece.length / samplesPerMs;
    const words = this.#wordsUntil(this.sentMs + textLeadMs);
    this.item.text = (this.item.text ?? '') + words.join('');
    return [
      ...words.map((delta) => this.#in('response.output_audio_transcript.delta', { delta })),
      this.#in('response.output_audio.delta', { delta: piece.toString('base64') }),
    ];
  }

  end(status: 'completed' | 'incomplete'): WireEvent[] {
    this.item.status = status;
    const transcript = this.item.text ?? '';
    const shown = Conversation.show(this.item);
    return [
      this.#in('response.output_audio.done', {}),
      this.#in('response.output_audio_transcript.done', { transcript }),
      this.#in('response.content_part.done', { part: { type: 'audio', transcript } }),
      { type: 'conversation.item.done', item: shown },
      this.#of('response.output_item.done', { item: shown }),
    ];
  }

  #wordsUntil(ms: number): string[] {
    const found: string[] = [];
    for (;;) {
      const word = this.#words[this.#wordsSent];
      if (word === undefined) return found;
      if (speechMs(this.#words.slice(0, this.#wordsSent).join('')) >= ms) return found;
      found.push(word);
      this.#wordsSent += 1;
    }
  }

  #of(type: string, fields: object): WireEvent {
    const { responseId, outputIndex } = this.#place;
    return { type, response_id: responseId, output_index: outputIndex, ...fields };
  }

  #in(type: string, fields: object): WireEvent {
    return { ...this.#of(type, { item_id: this.item.id, content_index: 0 }), ...fields };
  }
}

/** The events of a function call. */
export function functionCall(
  id: string,
  callId: string,
  step: Extract<AnswerStep, { kind: 'call' }>,
  place: Place,
): WireEvent[] {
  const { responseId, outputIndex, conversation } = place;
  const item: Item = {
    ...{ id, type: 'function_call', role: null, status: 'in_progress', text: '', audioMs: null },
    ...{ name: step.name, callId },
  };
  const base = { response_id: responseId, output_index: outputIndex };
  const added = Conversation.show(item);
  const previous = conversation.lastId();
  conversation.add(item);
  item.status = 'completed';
  item.text = step.json;
  const done = Conversation.show(item);
  const middle = { ...base, item_id: id, call_id: callId };
  return [
    { type: 'response.output_item.added', ...base, item: added },
    { type: 'conversation.item.added', previous_item_id: previous, item: added },
    { type: 'response.function_call_arguments.delta', ...middle, delta: step.json },
    { type: 'response.function_call_arguments.done', ...middle, name: step.name, arguments: step.json },
    { type: 'conversation.item.done', previous_item_id: previous, item: done },
    { type: 'response.output_item.done', ...base, item: done },
  ];
}
