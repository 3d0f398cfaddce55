import { tab } from './api.js';

export const canRead = 'speechSynthesis' in window;

/** Reads the agent's words aloud, phrase by phrase as they are heard, and falls silent where the agent is cut off. */
export class Reader {
  on = false;
  #store;
  #phrase = '';

  constructor(store) {
    this.#store = store;
    store.onSpoken((word) => this.#hear(word));
  }

  turn(on) {
    this.on = on;
    if (!on) this.#silence();
  }

  #hear(word) {
    if (!this.on || word.by !== 'app' || this.#store.desk.held[word.callSid] !== tab) return;
    if (word.what === 'word') {
      this.#phrase += word.word;
      if (/[.,;:!?]\s*$/.test(word.word)) this.#speak();
    }
    if (word.what === 'ended') {
      if (word.cut) this.#silence();
      else this.#speak();
    }
  }

  #speak() {
    const text = this.#phrase.replaceAll('…', '').trim();
    this.#phrase = '';
    if (text) speechSynthesis.speak(new SpeechSynthesisUtterance(text));
  }

  #silence() {
    this.#phrase = '';
    speechSynthesis.cancel();
  }
}
