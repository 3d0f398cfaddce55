import { samplesPerMs } from '../../src/lib/telephone-audio.ts';

/**
 * Speech for tests: telephone audio that is loud where there is speech, lasts as long, and encodes its words.
 * Each character sounds for 60 ms at a loudness of its own, so whoever receives the bytes unchanged can read back
 * exactly the words that were played, also when the sound was cut in the middle.
 */
export const msPerCharacter = 60;
const samplesPerCharacter = msPerCharacter * samplesPerMs;
export const silenceByte = 0xff;
/** Half a period of the tone: 500 Hz. */
const samplesPerSign = 8;

/** Speech as µ-law bytes. A space is silence. */
export function utter(text: string): Buffer {
  const letters = printable(text);
  const audio = Buffer.alloc(letters.length * samplesPerCharacter, silenceByte);
  for (const [index, letter] of [...letters].entries()) {
    if (letter === ' ') continue;
    const loudness = letter.charCodeAt(0) ^ 0x7f;
    const start = index * samplesPerCharacter;
    for (let sample = 0; sample < samplesPerCharacter; sample += 1) {
      const sign = Math.floor(sample / samplesPerSign) % 2 === 0 ? 0x80 : 0;
      audio[start + sample] = sign | loudness;
    }
  }
  return audio;
}

/** The words in such audio. Half a character counts as heard. */
export function wordsIn(audio: Uint8Array): string {
  let text = '';
  let start = 0;
  while (start < audio.length) {
    const letter = letterOf(audio[start] ?? silenceByte);
    let end = start + 1;
    while (end < audio.length && letterOf(audio[end] ?? silenceByte) === letter) end += 1;
    const count = Math.round((end - start) / samplesPerCharacter);
    text += letter === 0 ? (count > 0 ? ' ' : '') : String.fromCharCode(letter).repeat(count);
    start = end;
  }
  return text.trim();
}

export function speechMs(text: string): number {
  return printable(text).length * msPerCharacter;
}

export function silence(ms: number): Buffer {
  return Buffer.alloc(ms * samplesPerMs, silenceByte);
}

/** Cuts audio into pieces as a carrier sends them: 20 ms each, in base64. */
export function framesOf(audio: Buffer, frameMs = 20): string[] {
  const size = frameMs * samplesPerMs;
  const frames: string[] = [];
  for (let start = 0; start < audio.length; start += size) {
    frames.push(audio.subarray(start, start + size).toString('base64'));
  }
  return frames;
}

function letterOf(sample: number): number {
  return (sample & 0x7f) ^ 0x7f;
}

function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[^ -~]/g, '?');
}
