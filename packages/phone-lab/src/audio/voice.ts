import { samplesPerMs, silenceByte } from './mulaw.ts';

/**
 * The voice of people in the lab. It lasts about as long as a person needs for the words and is as loud as speech, and
 * it carries its words: each character sounds for 60 ms at a loudness of its own (its ASCII code as µ-law magnitude), a
 * space is silence. Whoever receives the bytes unchanged can read the words back, also where the sound was cut off.
 */
export const msPerCharacter = 60;
export const samplesPerCharacter = msPerCharacter * samplesPerMs;

/** Vowels sing a little higher, so that it sounds less like a machine; the reader does not mind. */
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

/** What the voice can carry: printable ASCII, everything else as a question mark. */
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
