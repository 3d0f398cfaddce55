import type { Side, Speech } from '../speech/speech.ts';
import type { ChannelEvent, VoiceChannel } from '../speech/voice-channel.ts';
import { Phrases } from './phrases.ts';

/** What is heard on a channel, word by word, and the phrases of the application as they begin; it is not stored. */
export type LiveWord =
  | { callSid: string; speech: number; by: Side; what: 'started' }
  | { callSid: string; speech: number; by: Side; what: 'phrase'; text: string; language: string }
  | { callSid: string; speech: number; by: Side; what: 'word'; word: string }
  | { callSid: string; speech: number; by: Side; what: 'ended'; cut: boolean };

export type LiveListener = (word: LiveWord) => void;

interface Followed {
  number: number;
  phrases: Phrases;
}

/** Words as they are heard. The ledger has them when a speech has ended. */
export class LiveWords {
  readonly #listeners = new Set<LiveListener>();
  readonly #followed = new WeakMap<Speech, Followed>();
  #count = 0;

  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  follow(callSid: string, channel: VoiceChannel): void {
    channel.listen((event) => {
      if (this.#listeners.size === 0 || event.type === 'digit' || event.type === 'closed') return;
      this.#report(callSid, channel, event);
    });
  }

  #report(callSid: string, channel: VoiceChannel, event: Extract<ChannelEvent, { speech: Speech }>): void {
    const { speech } = event;
    const { number, phrases } = this.#follow(speech);
    const about = { callSid, speech: number, by: speech.side };
    const begin = (text: string | null) => {
      if (text && speech.side === 'app')
        this.#emit({ ...about, what: 'phrase', text, language: channel.language });
    };
    if (event.type === 'started') {
      this.#emit({ ...about, what: 'started' });
      // Its text is added after this event.
      queueMicrotask(() => begin(phrases.next()));
    }
    if (event.type === 'word') {
      phrases.hear(event.word);
      this.#emit({ ...about, what: 'word', word: event.word });
      begin(phrases.next());
    }
    if (event.type === 'ended') {
      if (event.end === 'played') begin(phrases.rest());
      this.#emit({ ...about, what: 'ended', cut: event.end === 'cut' });
    }
  }

  #follow(speech: Speech): Followed {
    const known = this.#followed.get(speech);
    if (known) return known;
    this.#count += 1;
    const followed = { number: this.#count, phrases: new Phrases(speech) };
    this.#followed.set(speech, followed);
    return followed;
  }

  #emit(word: LiveWord): void {
    for (const listener of [...this.#listeners]) listener(word);
  }
}
