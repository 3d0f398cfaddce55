import { tab } from './api.js';
import { LabVoice } from './lab-voice.js';

/**
 * Says what the agent says, phrase by phrase, and stops where the agent is interrupted. At speed 1 with the voice of the lab.
 * That is English, so another language is left to the browser if it has a voice for it. So is what the lab cannot say, and
 * everything at another speed.
 */
export class ReadAloud {
  on = false;
  #store;
  #speed;
  #voice = new LabVoice();
  /** The call whose agent was heard last. */
  #callSid = '';

  constructor(store, speed) {
    this.#store = store;
    this.#speed = speed;
    store.onSpoken((word) => this.#onWord(word));
    // Browsers load the list of their voices when it is first asked for.
    if ('speechSynthesis' in window) speechSynthesis.getVoices();
  }

  setOn(on) {
    this.on = on;
    if (!on) this.#silence();
  }

  #onWord(word) {
    if (!this.on || word.by !== 'app') return;
    // A call that was hung up is nobody's any more when this arrives.
    if (word.what === 'ended' && word.cut && word.callSid === this.#callSid) this.#silence();
    if (word.what !== 'phrase' || this.#store.handset.held[word.callSid] !== tab) return;
    this.#callSid = word.callSid;
    this.#speak(word);
  }

  #speak({ text, language }) {
    const words = text.replaceAll('…', '').trim();
    if (!words) return;
    const isEnglish = /^(en|multi)\b/i.test(language);
    if (this.#speed() !== 1 || (!isEnglish && browserSpeaks(language)))
      return speakInBrowser(words, language);
    this.#voice.say(words).catch(() => {
      if (this.on) speakInBrowser(words, language);
    });
  }

  #silence() {
    this.#voice.stop();
    if ('speechSynthesis' in window) speechSynthesis.cancel();
  }
}

function browserSpeaks(language) {
  if (!('speechSynthesis' in window)) return false;
  const main = (tag) => tag.toLowerCase().split(/[-_]/)[0];
  return speechSynthesis.getVoices().some(({ lang }) => main(lang) === main(language));
}

function speakInBrowser(words, language) {
  if (!('speechSynthesis' in window)) return;
  const utterance = new SpeechSynthesisUtterance(words);
  if (language !== 'multi') utterance.lang = language;
  speechSynthesis.speak(utterance);
}
