import { fromLinear, toLinear } from './mulaw.ts';

export class WavError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WavError';
  }
}

const telephoneRate = 8_000;
const formats = { pcm: 1, mulaw: 7, extensible: 0xfffe };

/** Reads a WAV file, 16-bit or 8-bit PCM or µ-law, any rate and number of channels, as telephone sound. */
export function readWav(file: Buffer): Buffer {
  const { format, data } = chunksOf(file);
  const [code, channels, rate, bits] = [
    format.readUInt16LE(0),
    format.readUInt16LE(2),
    format.readUInt32LE(4),
    format.readUInt16LE(14),
  ];
  const kind = code === formats.extensible && format.length >= 26 ? format.readUInt16LE(24) : code;
  if (channels < 1 || rate < 1) throw new WavError('its header is invalid');
  if (kind === formats.mulaw && channels === 1 && rate === telephoneRate) return Buffer.from(data);
  const sample = sampleReader(kind, bits, data);
  const frames = Math.floor(data.length / ((bits / 8) * channels));
  const mono = Float64Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += sample(frame * channels + channel);
    return sum / channels;
  });
  return resample(mono, rate);
}

function sampleReader(kind: number, bits: number, data: Buffer): (index: number) => number {
  if (kind === formats.mulaw && bits === 8) return (index) => toLinear(data[index] ?? 0xff);
  if (kind === formats.pcm && bits === 16) return (index) => data.readInt16LE(index * 2);
  if (kind === formats.pcm && bits === 8) return (index) => ((data[index] ?? 128) - 128) * 256;
  throw new WavError(`format ${kind} with ${bits} bits is neither PCM nor µ-law`);
}

/** Averages the samples that fall on each telephone sample, which avoids the worst aliasing of speech. */
function resample(mono: Float64Array, rate: number): Buffer {
  const step = rate / telephoneRate;
  const sound = Buffer.alloc(Math.floor(mono.length / step));
  for (let at = 0; at < sound.length; at++) {
    const from = Math.floor(at * step);
    const to = Math.max(from + 1, Math.floor((at + 1) * step));
    let sum = 0;
    for (let index = from; index < to; index++) sum += mono[index] ?? 0;
    sound[at] = fromLinear(sum / (to - from));
  }
  return sound;
}

function chunksOf(file: Buffer): { format: Buffer; data: Buffer } {
  if (
    file.length < 12 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  )
    throw new WavError('it does not start like a WAV file');
  let format: Buffer | null = null;
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const body = file.subarray(at + 8, at + 8 + size);
    if (name === 'fmt ' && body.length >= 16) format = body;
    if (name === 'data') {
      if (!format) break;
      return { format, data: body };
    }
    at += 8 + size + (size % 2);
  }
  throw new WavError('it has no data chunk');
}

/** Each channel of a file that `writeWav` made. */
export function readChannels(file: Buffer): Buffer[] {
  const { format, data } = chunksOf(file);
  const channels = format.readUInt16LE(2);
  const frames = Math.floor(data.length / (channels * 2));
  return Array.from({ length: channels }, (_, channel) =>
    Buffer.from(
      Array.from({ length: frames }, (__, frame) =>
        fromLinear(data.readInt16LE((frame * channels + channel) * 2)),
      ),
    ),
  );
}

/** A WAV file of 16-bit PCM at 8 kHz, one channel for each sound; shorter ones end in silence. */
export function writeWav(channels: readonly Buffer[]): Buffer {
  const frames = Math.max(0, ...channels.map((sound) => sound.length));
  const bytesPerFrame = channels.length * 2;
  const file = Buffer.alloc(44 + frames * bytesPerFrame);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(formats.pcm, 20);
  file.writeUInt16LE(channels.length, 22);
  file.writeUInt32LE(telephoneRate, 24);
  file.writeUInt32LE(telephoneRate * bytesPerFrame, 28);
  file.writeUInt16LE(bytesPerFrame, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(frames * bytesPerFrame, 40);
  for (const [channel, sound] of channels.entries()) {
    for (let frame = 0; frame < sound.length; frame++) {
      file.writeInt16LE(toLinear(sound[frame] ?? 0xff), 44 + frame * bytesPerFrame + channel * 2);
    }
  }
  return file;
}
