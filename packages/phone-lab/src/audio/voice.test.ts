import { describe, expect, it } from 'vitest';
import { fromLinear, mix, silenceByte, toLinear } from './mulaw.ts';
import { soundMs, soundOf } from './voice.ts';
import { VoiceReader } from './voice-reader.ts';
import { readWav, WavError, writeWav } from './wav.ts';

function read(sound: Buffer, piece = 160): string {
  let text = '';
  const reader = new VoiceReader({
    onWord: (word) => {
      text += word;
    },
    onNoise: () => {
      text += '… ';
    },
  });
  for (let at = 0; at < sound.length; at += piece) reader.read(sound.subarray(at, at + piece));
  reader.flush();
  return text.trim();
}

describe('the voice of the lab', () => {
  it.each(['Hello?', 'I am on my way, all right.', 'a  bb   ccc', "It's 10:30 (a.m.), O'Neill!"])(
    'can be read back: %s',
    (text) => {
      const plain = text.replace(/\s+/g, ' ');
      for (const piece of [160, 7, 100_000]) expect(read(soundOf(text), piece)).toBe(plain);
      expect(soundOf(text).length / 8).toBe(soundMs(text));
    },
  );

  it('encodes other characters as ASCII or as a question mark', () => {
    expect(read(soundOf('Größe, café – “ja” 🙂'))).toBe('Gro?e, cafe - "ja" ?');
  });

  it('decodes what was heard before a cut', () => {
    const sound = soundOf('one two three');
    expect(read(sound.subarray(0, 8 * 60 * 5))).toBe('one t');
    expect(read(sound.subarray(0, 8 * 60 * 5 - 200))).toBe('one t');
    expect(read(sound.subarray(0, 8 * 60 * 4 + 100))).toBe('one');
  });

  it('is loud where it speaks and silent between words', () => {
    const sound = soundOf('ab cd');
    const level = (from: number) =>
      Math.max(
        ...Array.from(sound.subarray(from * 480, from * 480 + 480), (byte) => Math.abs(toLinear(byte))),
      );
    expect(level(0)).toBeGreaterThan(5000);
    expect(level(2)).toBe(0);
  });

  it('decodes another voice as noise, and silence as nothing', () => {
    const noise = Buffer.from(
      Array.from({ length: 8000 }, (_, at) => fromLinear(9000 * Math.sin(at / 3) * Math.sin(at / 400))),
    );
    expect(read(noise)).toMatch(/^…( …)+$/);
    expect(read(Buffer.alloc(8000, silenceByte))).toBe('');
    expect(read(Buffer.alloc(8000, 0x7e))).toBe('');
  });

  it.each([
    ['one level without end', () => 0x9e],
    ['a square wave of 1 kHz', (at: number) => (Math.floor(at / 4) % 2 ? 0x1e : 0x9e)],
    ['a square wave of 200 Hz', (at: number) => (Math.floor(at / 20) % 2 ? 0x1e : 0x9e)],
    ["a square wave at the voice's own pitch", (at: number) => (Math.floor(at / 16) % 2 ? 0x1e : 0x9e)],
    ['a sine of 440 Hz', (at: number) => fromLinear(8000 * Math.sin((at / 8000) * 2 * Math.PI * 440))],
    ['a sine of 2 kHz', (at: number) => fromLinear(8000 * Math.sin((at / 4) * 2 * Math.PI + 0.5))],
    [
      'a sine of 2 kHz that starts at zero',
      (at: number) => fromLinear(8000 * Math.sin((at / 4) * 2 * Math.PI)),
    ],
    ['a sine of 1 kHz', (at: number) => fromLinear(8000 * Math.sin((at / 8) * 2 * Math.PI))],
    ['a square wave of 440 Hz', (at: number) => (Math.floor(at / 9) % 2 ? 0x1e : 0x9e)],
  ])('does not take a steady tone for "aaaa": %s', (_, sample) => {
    const tone = Buffer.from(Array.from({ length: 16_000 }, (__, at) => sample(at)));
    for (const piece of [160, 7, 100_000]) expect(read(tone, piece)).toMatch(/^…( …)+$/);
  });

  it('does not take a short steady tone for "aaaa" either', () => {
    const beep = Buffer.from(
      Array.from({ length: 2_400 }, (_, at) => (Math.floor(at / 9) % 2 ? 0x1e : 0x9e)),
    );
    expect(read(beep)).toBe('…');
  });

  it('decodes a voice of another pitch', () => {
    const other = soundOf('Hello there.').map((byte, at) =>
      byte === silenceByte ? byte : (byte & 0x7f) | (Math.floor(at / 8) % 2 ? 0 : 0x80),
    );
    expect(read(Buffer.from(other))).toBe('Hello there.');
  });

  it('decodes the same character several times in a row', () => {
    for (const text of ['1000000000', 'hmmmmmmm', 'aaa www 1111111']) expect(read(soundOf(text))).toBe(text);
  });
});

describe('µ-law', () => {
  it('keeps every code through linear and back', () => {
    for (let byte = 0; byte < 256; byte++) {
      // There are two zeros; the negative one becomes the positive.
      expect(fromLinear(toLinear(byte))).toBe(byte === 0x7f ? 0xff : byte);
    }
    expect(toLinear(silenceByte)).toBe(0);
    expect(toLinear(fromLinear(32_767))).toBe(32_124);
  });

  it('mixes sounds', () => {
    const tone = Buffer.from([fromLinear(1000), fromLinear(-1000)]);
    expect([...mix(tone, Buffer.from([silenceByte]))]).toEqual([...tone]);
    expect(toLinear(mix(tone, tone)[0] ?? 0)).toBeGreaterThan(1900);
  });
});

describe('WAV files', () => {
  it('are written and read', () => {
    const sound = soundOf('Hello there.');
    expect(read(readWav(writeWav([sound])))).toBe('Hello there.');
    const stereo = writeWav([sound, Buffer.alloc(0)]);
    expect(stereo.readUInt16LE(22)).toBe(2);
    expect(readWav(stereo)).toHaveLength(sound.length);
  });

  it('are read in other rates and as µ-law', () => {
    const tone = Float64Array.from(
      { length: 16_000 },
      (_, at) => 8000 * Math.sin((at / 16_000) * 2 * Math.PI * 440),
    );
    const file = Buffer.alloc(44 + tone.length * 2);
    writeWav([Buffer.alloc(0)]).copy(file);
    file.writeUInt32LE(16_000, 24);
    file.writeUInt32LE(tone.length * 2, 40);
    for (const [at, sample] of tone.entries()) file.writeInt16LE(Math.round(sample), 44 + at * 2);
    const sound = readWav(file);
    expect(sound).toHaveLength(8000);
    const crossings = sound.filter(
      (byte, at) => at > 0 && toLinear(byte) >= 0 && toLinear(sound[at - 1] ?? 0) < 0,
    );
    expect(crossings.length).toBeGreaterThan(430);
    expect(crossings.length).toBeLessThan(450);

    const mulaw = Buffer.concat([writeWav([Buffer.alloc(0)]), Buffer.from([1, 2, 3])]);
    mulaw.writeUInt16LE(7, 20);
    mulaw.writeUInt16LE(8, 34);
    mulaw.writeUInt32LE(3, 40);
    expect([...readWav(mulaw)]).toEqual([1, 2, 3]);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('this is no sound at all, only letters')],
    ['a header alone', writeWav([]).subarray(0, 36)],
  ])('%s is not a WAV file', (_, file) => {
    expect(() => readWav(file)).toThrow(WavError);
  });
});
