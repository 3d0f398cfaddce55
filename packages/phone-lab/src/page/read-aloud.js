import { tab } from './api.js';

export const canReadAloud = 'speechSynthesis' in window;

/** Reads the agent's words aloud, phrase by phrase as they are heard, and stops where the agent is interrupted. */
export class ReadAloud {
  on = false;
  #store;
  #phrase = '';

  constructor(store) {
    this.#store = store;
    store.onSpoken((word) => this.#onWord(word));
  }

  setOn(on) {
    this.on = on;
    if (!on) this.#silence();
  }

  #onWord(word) {
    if (!this.on || word.by !== 'app' || this.#store.handset.held[word.callSid] !== tab) return;
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
