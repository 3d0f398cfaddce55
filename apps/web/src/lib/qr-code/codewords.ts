import { correctionBytes } from './reed-solomon.ts';

/** Of the versions 1 to 15 at level M: correction bytes in a block, and blocks. ISO/IEC 18004, table 9. */
const blocksOf: readonly (readonly [correction: number, blocks: number])[] = [
  ...([
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
  ] as const),
  ...([
    [16, 4],
    [18, 4],
    [22, 4],
    [22, 5],
    [26, 5],
  ] as const),
  ...([
    [30, 5],
    [22, 8],
    [22, 9],
    [24, 9],
    [24, 10],
  ] as const),
];

/** How many bytes fit in a version, with those that correct errors. */
export function totalBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const centers = Math.floor(version / 7) + 2;
    modules -= (25 * centers - 10) * centers - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

export function layoutOf(version: number): {
  total: number;
  correction: number;
  blocks: number;
  data: number;
} {
  const [correction, blocks] = blocksOf[version - 1] ?? [0, 0];
  const total = totalBytes(version);
  return { total, correction, blocks, data: total - correction * blocks };
}

export interface Encoded {
  readonly version: number;
  readonly bytes: readonly number[];
}

/** The text as bytes in the smallest version that holds it, blocks interleaved; null when it is too long. */
export function encode(text: string): Encoded | null {
  const content = [...new TextEncoder().encode(text)];
  for (let version = 1; version <= blocksOf.length; version += 1) {
    const data = dataBytes(content, version);
    if (data !== null) return { version, bytes: interleaved(data, version) };
  }
  return null;
}

/** Mode, length, content, end mark and padding; null when it does not fit. */
function dataBytes(content: readonly number[], version: number): number[] | null {
  const { data } = layoutOf(version);
  const lengthBits = version < 10 ? 8 : 16;
  const bits = [
    ...bitsOf(0b0100, 4),
    ...bitsOf(content.length, lengthBits),
    ...content.flatMap((byte) => bitsOf(byte, 8)),
  ];
  if (bits.length > data * 8) return null;
  const ended = [...bits, ...Array<number>(Math.min(4, data * 8 - bits.length)).fill(0)];
  while (ended.length % 8 !== 0) ended.push(0);
  const bytes = Array.from({ length: ended.length / 8 }, (_, n) =>
    ended.slice(n * 8, n * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  for (let pad = 0xec; bytes.length < data; pad ^= 0xec ^ 0x11) bytes.push(pad);
  return bytes;
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => (value >>> (count - 1 - n)) & 1);
}

/** The last blocks are one byte longer where the bytes do not divide evenly. */
function interleaved(data: readonly number[], version: number): number[] {
  const { total, correction, blocks } = layoutOf(version);
  const shorter = blocks - (total % blocks);
  const parts: number[][] = [];
  let at = 0;
  for (let n = 0; n < blocks; n += 1) {
    const length = Math.floor(total / blocks) - correction + (n < shorter ? 0 : 1);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  return [...byColumns(parts), ...byColumns(parts.map((part) => correctionBytes(part, correction)))];
}

function byColumns(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: longest }, (_, n) => rows.flatMap((row) => row[n] ?? [])).flat();
}
