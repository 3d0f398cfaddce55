import { samplesPerMs, silenceByte } from './mulaw.ts';

/**
 * The lab's own voice. It lasts about as long as a person needs for the words, is as loud as speech, and carries its
 * words: each character sounds for 60 ms with its ASCII code as µ-law magnitude, a space is silence. A receiver of the
 * unchanged bytes can decode the words, also where the sound was cut off.
 */
export const msPerCharacter = 60;
export const samplesPerCharacter = msPerCharacter * samplesPerMs;

/** Vowels have a higher pitch, so that it sounds less monotonous; decoding does not depend on the pitch. */
const vowel = /[aeiouy]/i;
const halfPeriod = { vowel: 16, other: 24 };

function halfPeriodOf(letter: string): number {
  return vowel.test(letter) ? halfPeriod.vowel : halfPeriod.other;
}

export function soundOf(text: string): Buffer {
  const letters = printable(text);
  const sound = Buffer.alloc(letters.length * samplesPerCharacter, silenceByte);
  for (let index = 0; index < letters.length; index++) {
    const code = letters.charCodeAt(index);
    if (code === 0x20) continue;
    const half = halfPeriodOf(letters[index] ?? '');
    const start = index * samplesPerCharacter;
    for (let sample = 0; sample < samplesPerCharacter; sample++) {
      const sign = Math.floor(sample / half) % 2 === 0 ? 0x80 : 0;
      sound[start + sample] = sign | (code ^ 0x7f);
    }
  }
  return sound;
}

export function soundMs(text: string): number {
  return printable(text).length * msPerCharacter;
}

/** What the voice can encode: printable ASCII; everything else becomes a question mark. */
export function printable(text: string): string {
  return text
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/gu, '?');
}
