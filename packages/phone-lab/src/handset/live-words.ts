import type { Side, Speech } from '../speech/speech.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';

/** What is heard on a channel, word by word; it is not stored. */
export type LiveWord =
  | { callSid: string; speech: number; by: Side; what: 'started' }
  | { callSid: string; speech: number; by: Side; what: 'word'; word: string }
  | { callSid: string; speech: number; by: Side; what: 'ended'; cut: boolean };

export type LiveListener = (word: LiveWord) => void;

/** Words as they are heard. The ledger has them when a speech has ended. */
export class LiveWords {
  readonly #listeners = new Set<LiveListener>();
  readonly #numbers = new WeakMap<Speech, number>();
  #count = 0;

  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  follow(callSid: string, channel: VoiceChannel): void {
    channel.listen((event) => {
      if (this.#listeners.size === 0 || event.type === 'digit' || event.type === 'closed') return;
      const about = { callSid, speech: this.#number(event.speech), by: event.speech.side };
      if (event.type === 'started') this.#emit({ ...about, what: 'started' });
      if (event.type === 'word') this.#emit({ ...about, what: 'word', word: event.word });
      if (event.type === 'ended') this.#emit({ ...about, what: 'ended', cut: event.end === 'cut' });
    });
  }

  #number(speech: Speech): number {
    const known = this.#numbers.get(speech);
    if (known !== undefined) return known;
    this.#count += 1;
    this.#numbers.set(speech, this.#count);
    return this.#count;
  }

  #emit(word: LiveWord): void {
    for (const listener of [...this.#listeners]) listener(word);
  }
}
