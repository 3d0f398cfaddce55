import type { WireEvent } from './event-log.ts';
import { InputAudio, type Utterance } from './input-audio.ts';
import { wordsIn } from './speech.ts';

/** Transcribes what the caller said: at once, or when and as the test says. */
export class Transcripts {
  readonly #send: (event: WireEvent) => void;
  readonly #open = new Map<string, Utterance>();
  #held = false;

  constructor(send: (event: WireEvent) => void) {
    this.#send = send;
  }

  /** From now on each transcript waits for `complete` or `fail`. */
  hold(): void {
    this.#held = true;
  }

  take(utterance: Utterance): void {
    this.#open.set(utterance.itemId, utterance);
    if (!this.#held) setImmediate(() => this.complete(utterance.itemId));
  }

  /** Utterances without a transcript, oldest first. */
  get open(): string[] {
    return [...this.#open.keys()];
  }

  complete(itemId: string, text?: string): void {
    const utterance = this.#open.get(itemId);
    if (!this.#open.delete(itemId) || !utterance) return;
    const transcript = text ?? wordsIn(utterance.audio);
    const base = { item_id: itemId, content_index: 0 };
    this.#send({ type: 'conversation.item.input_audio_transcription.delta', ...base, delta: transcript });
    this.#send({
      type: 'conversation.item.input_audio_transcription.completed',
      ...base,
      transcript,
      usage: { type: 'duration', seconds: Math.ceil(InputAudio.ms(utterance.audio) / 1_000) },
    });
  }

  fail(itemId: string): void {
    if (!this.#open.delete(itemId)) return;
    this.#send({
      type: 'conversation.item.input_audio_transcription.failed',
      ...{ item_id: itemId, content_index: 0 },
      error: {
        type: 'transcription_error',
        code: 'audio_unintelligible',
        message: 'Not understood.',
        param: null,
      },
    });
  }
}
