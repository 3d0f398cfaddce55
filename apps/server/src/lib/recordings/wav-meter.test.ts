import { expect, test } from 'vitest';
import { WavMeter, WavProblem } from './wav-meter.ts';

/** A file of two channels at 8 kHz: the first gets louder, the second is silent. */
function wav(
  seconds: number,
  { channels = 2, dataSize }: { channels?: number; dataSize?: number } = {},
): Buffer {
  const frames = seconds * 8_000;
  const data = Buffer.alloc(frames * channels * 2);
  for (let frame = 0; frame < frames; frame++)
    data.writeInt16LE(Math.round((frame / frames) * 32_000), frame * channels * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000 * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(dataSize ?? data.length, 40);
  return Buffer.concat([head, data]);
}

async function* inPieces(file: Buffer, bytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += bytes) yield file.subarray(at, at + bytes);
}

async function measured(file: Buffer, stated: number | null, bytes = 1_001) {
  const meter = new WavMeter();
  const passed: Uint8Array[] = [];
  for await (const chunk of meter.through(inPieces(file, bytes), stated)) passed.push(chunk);
  expect(Buffer.concat(passed).equals(file)).toBe(true);
  return meter.facts();
}

const problemOf = (file: Buffer, stated: number | null) =>
  measured(file, stated).then(
    () => null,
    (error: unknown) => (error instanceof WavProblem ? error.problem : error),
  );

test.each([1, 7, 44, 1_001, 1_000_000])('RC8: length and peaks, in pieces of %i bytes', async (bytes) => {
  const { milliseconds, peaks, channels } = await measured(wav(2), 2, bytes);
  expect({ milliseconds, channels, perSecond: peaks.perSecond }).toEqual({
    ...{ milliseconds: 2_000, channels: 2, perSecond: 20 },
  });
  const [rising = [], silent = []] = peaks.channels;
  expect([rising.length, silent.length]).toEqual([40, 40]);
  expect(rising).toEqual([...rising].sort((one, other) => one - other));
  expect(rising.at(-1)).toBe(98);
  expect(Math.max(...silent)).toBe(0);
});

test('RC8: a long recording has no more peaks than a screen has points', async () => {
  const { peaks, milliseconds } = await measured(wav(300), 300, 65_536);
  expect(milliseconds).toBe(300_000);
  for (const channel of peaks.channels) expect(channel.length).toBeLessThanOrEqual(1_200);
  expect((peaks.channels[0]?.length ?? 0) / peaks.perSecond).toBeCloseTo(300, 0);
});

test('RC7: what is shorter or longer than the carrier says is refused; rounding is not', async () => {
  expect(await problemOf(wav(4), 60)).toBe('wrong_length');
  expect(await problemOf(wav(4), 1)).toBe('wrong_length');
  expect(await problemOf(wav(4), 5)).toBeNull();
  expect(await problemOf(wav(4), null)).toBeNull();
});

test('RC7: a file that ends before its sound does, or has none, is refused', async () => {
  expect(await problemOf(wav(4).subarray(0, 30_000), null)).toBe('wrong_length');
  expect(await problemOf(wav(0), 0)).toBe('wrong_length');
  expect(await problemOf(wav(2, { dataSize: 0xffff_ffff }), 2)).toBeNull();
});

test('RC7: what is no recording of two channels is refused', async () => {
  expect(await problemOf(Buffer.from('{"message": "not found"}'), null)).toBe('wrong_format');
  expect(await problemOf(Buffer.alloc(0), null)).toBe('wrong_format');
  expect(await problemOf(wav(2, { channels: 1 }), 2)).toBe('wrong_format');
  expect(
    await problemOf(Buffer.concat([Buffer.from('RIFF0000WAVE'), Buffer.alloc(100_000, 'x')]), null),
  ).toBe('wrong_format');
});
