import { samplesPerMs } from './mulaw.ts';
import { readWav, WavError } from './wav.ts';

/** A file that can be played: how long it lasts, and its sound where the lab can make telephone sound of it. */
export interface Media {
  ms: number;
  sound: Buffer | null;
}

/** It cannot be played, with a sentence that says why. */
export class MediaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MediaError';
  }
}

/** The types `<Play>` takes. */
const types = new Set([
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/wave',
  'audio/x-wav',
  'audio/aiff',
  'audio/x-aiff',
  'audio/x-aifc',
  'audio/gsm',
  'audio/x-gsm',
  'audio/ulaw',
  'audio/basic',
]);
const gsm = { frameBytes: 33, frameMs: 20 };

/** Reads a fetched file: its content type must be one of audio, and it must contain sound. */
export function readMedia(contentType: string, bytes: Buffer): Media {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.has(type)) throw new MediaError(`${type || 'no content type'} is not an audio type`);
  const media = readBytes(type, bytes);
  if (media === null || !(media.ms > 0))
    throw new MediaError(`it contains no sound, although its type is ${type}`);
  return media;
}

function readBytes(type: string, bytes: Buffer): Media | null {
  // The first bytes decide before the content type does.
  const start = bytes.toString('latin1', 0, 4);
  if (start === 'RIFF') return fromWav(bytes);
  if (start === 'FORM') return { ms: aiffMs(bytes), sound: null };
  if (/ulaw|basic/.test(type)) return { ms: bytes.length / samplesPerMs, sound: bytes };
  if (/gsm/.test(type)) return { ms: (bytes.length / gsm.frameBytes) * gsm.frameMs, sound: null };
  return { ms: mp3Ms(bytes), sound: null };
}

function fromWav(bytes: Buffer): Media | null {
  try {
    const sound = readWav(bytes);
    return { ms: sound.length / samplesPerMs, sound };
  } catch (error) {
    if (error instanceof WavError) return null;
    throw error;
  }
}

/** The number of frames by their rate, an 80-bit float; 0 where there is no such chunk. */
function aiffMs(bytes: Buffer): number {
  const at = bytes.indexOf('COMM', 12, 'latin1');
  if (at < 0 || at + 26 > bytes.length) return 0;
  const frames = bytes.readUInt32BE(at + 10);
  const exponent = (bytes.readUInt16BE(at + 16) & 0x7fff) - 16_383;
  const rate = bytes.readUInt32BE(at + 18) * 2 ** (exponent - 31);
  return rate > 0 ? (frames / rate) * 1000 : 0;
}

/** Kilobits a second by index, for MPEG-1 and for the lower sampling rates of MPEG-2. */
const bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = [44_100, 48_000, 32_000];

/** Adds up the frames of layer III; 0 where there are none. */
function mp3Ms(bytes: Buffer): number {
  let at = bytes.toString('latin1', 0, 3) === 'ID3' ? 10 + tagBytes(bytes) : 0;
  let ms = 0;
  while (at + 4 <= bytes.length) {
    const frame = readFrame(bytes.readUInt32BE(at));
    // Bytes between or after frames are skipped; a file that does not begin with a frame is not MP3.
    if (!frame && ms === 0) return 0;
    at += frame?.bytes ?? 1;
    ms += frame?.ms ?? 0;
  }
  return ms;
}

function tagBytes(bytes: Buffer): number {
  return [6, 7, 8, 9].reduce((size, at) => size * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
}

function readFrame(header: number): { bytes: number; ms: number } | null {
  const isFrame = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === 1;
  const version = (header >>> 19) & 3;
  const kilobits = bitrates[version === 3 ? 1 : 2][(header >>> 12) & 15];
  const base = rates[(header >>> 10) & 3];
  if (!isFrame || version === 1 || !kilobits || !base) return null;
  const rate = version === 3 ? base : version === 2 ? base / 2 : base / 4;
  const samples = version === 3 ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  return {
    bytes: Math.floor((samples / 8) * ((kilobits * 1000) / rate)) + padding,
    ms: (samples / rate) * 1000,
  };
}
