import { samplesPerMs, silenceByte } from '../audio/mulaw.ts';
import { soundOf } from '../audio/voice.ts';
import type { Side } from '../speech/speech.ts';
import { hasWords } from './speakable.ts';
import type { Phrase } from './timeline.ts';
import type { Voices } from './voices.ts';

/** Sound and its place in the sound of a channel, in samples. */
export interface Placed {
  side: Side;
  at: number;
  sound: Buffer;
}

/** Speaks each phrase where it was said, and ends it where it was cut off; without voices in the tone-coded one. */
export async function renderPhrases(phrases: readonly Phrase[], voices: Voices | null): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const phrase of phrases) {
    const { side, at, end } = phrase;
    const sound = await soundOfPhrase(phrase, voices);
    placed.push({ side, at, sound: sound.subarray(0, end - at) });
  }
  return placed;
}

async function soundOfPhrase(phrase: Phrase, voices: Voices | null): Promise<Buffer> {
  const { text, voice, samples, words } = phrase;
  if (words[0]?.sound) return inPlace(phrase, (word) => word.sound ?? Buffer.alloc(0));
  const spoken = await voices?.say(voice, text, samples / samplesPerMs);
  if (spoken) return spoken;
  return hasWords(text) ? inPlace(phrase, (word) => soundOf(word.text)) : Buffer.alloc(0);
}

function inPlace(phrase: Phrase, soundFor: (word: Phrase['words'][number]) => Buffer): Buffer {
  const sound = Buffer.alloc(phrase.samples, silenceByte);
  for (const word of phrase.words)
    soundFor(word)
      .subarray(0, word.samples)
      .copy(sound, word.at - phrase.at);
  return sound;
}
