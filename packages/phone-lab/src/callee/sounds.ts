import { readFileSync } from 'node:fs';
import { readWav } from '../audio/wav.ts';

const loaded = new Map<string, Buffer>();

/** A WAV file as telephone sound; each is read once. */
export function loadSound(file: string): Buffer {
  const known = loaded.get(file);
  if (known) return known;
  const sound = readWav(readFileSync(file));
  loaded.set(file, sound);
  return sound;
}
