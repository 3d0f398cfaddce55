import { expect, test } from 'vitest';
import { layoutOf } from './codewords.ts';
import { type QrCode, qrCode } from './qr-code.ts';
import { multiply, powerOf } from './reed-solomon.ts';

/** Format information of level M by mask, from ISO/IEC 18004, table C.1. */
const formats = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0];

/** A reader of its own: what it reads was written for another pair of eyes than the writer's. */
function read(code: QrCode): string {
  const size = code.length;
  const version = (size - 17) / 4;
  const at = (x: number, y: number) => (code[y]?.[x] ? 1 : 0);
  const around = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => at(8, y));
  const format = [...around, ...[7, 5, 4, 3, 2, 1, 0].map((x) => at(x, 8))];
  const mask = formats.indexOf(format.reduce<number>((sum, bit, n) => sum + bit * 2 ** n, 0));
  expect(mask).toBeGreaterThanOrEqual(0);

  const bits: number[] = [];
  let upward = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let n = 0; n < size; n += 1) {
      const y = upward ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (!isReserved(x, y, size, version)) bits.push(at(x, y) ^ (inverted(mask, x, y) ? 1 : 0));
      }
    }
    upward = !upward;
  }
  const { total, correction, blocks } = layoutOf(version);
  const bytes = Array.from({ length: total }, (_, n) =>
    bits.slice(n * 8, n * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  const lengths = Array.from({ length: blocks }, (_, n) =>
    n < blocks - (total % blocks)
      ? Math.floor(total / blocks) - correction
      : Math.floor(total / blocks) - correction + 1,
  );
  const parts: number[][] = lengths.map(() => []);
  let next = 0;
  for (let n = 0; n < Math.max(...lengths); n += 1)
    for (const [block, length] of lengths.entries()) if (n < length) parts[block]?.push(bytes[next++] ?? -1);
  const corrections: number[][] = lengths.map(() => []);
  for (let n = 0; n < correction; n += 1) for (const each of corrections) each.push(bytes[next++] ?? -1);
  for (const [block, part] of parts.entries()) {
    // A block without an error is a multiple of the generator: every one of its roots is one of the block's.
    for (let root = 0; root < correction; root += 1) {
      const value = [...part, ...(corrections[block] ?? [])].reduce(
        (sum, byte) => multiply(sum, powerOf(root)) ^ byte,
        0,
      );
      expect(value).toBe(0);
    }
  }
  const data = parts.flat().flatMap((byte) => Array.from({ length: 8 }, (_, n) => (byte >>> (7 - n)) & 1));
  const number = (from: number, count: number) =>
    data.slice(from, from + count).reduce((sum, bit) => sum * 2 + bit, 0);
  expect(number(0, 4)).toBe(4);
  const lengthBits = version < 10 ? 8 : 16;
  const content = Array.from({ length: number(4, lengthBits) }, (_, n) => number(4 + lengthBits + n * 8, 8));
  return new TextDecoder().decode(new Uint8Array(content));
}

function inverted(mask: number, x: number, y: number): boolean {
  const [sum, product] = [x + y, x * y];
  const values = [sum % 2, y % 2, x % 3, sum % 3, (Math.floor(y / 2) + Math.floor(x / 3)) % 2];
  values.push(
    (product % 2) + (product % 3),
    ((product % 2) + (product % 3)) % 2,
    ((sum % 2) + (product % 3)) % 2,
  );
  return values[mask] === 0;
}

/** Centres of the alignment patterns, from ISO/IEC 18004, table E.1. */
const centres: Record<number, number[]> = {
  ...{ 1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42] },
  ...{ 9: [6, 26, 46], 10: [6, 28, 50], 11: [6, 30, 54], 12: [6, 32, 58], 13: [6, 34, 62] },
  ...{ 14: [6, 26, 46, 66], 15: [6, 26, 48, 70] },
};

function isReserved(x: number, y: number, size: number, version: number): boolean {
  if (x === 6 || y === 6) return true;
  if ((x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9)) return true;
  if (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) return true;
  const list = centres[version] ?? [];
  const last = list.at(-1);
  return list.some((cx) =>
    list.some((cy) => {
      const corner = (cx === 6 && (cy === 6 || cy === last)) || (cx === last && cy === 6);
      return !corner && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }),
  );
}

test.each([1, 14, 15, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412])(
  'SI2: a text of %i bytes can be read back',
  (length) => {
    const text = Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * 7) % 90))).join('');
    const code = qrCode(text);
    expect(code).not.toBeNull();
    expect(read(code ?? [])).toBe(text);
  },
);

test('capacities are those of the standard at level M', () => {
  const versionOf = (length: number) => ((qrCode('x'.repeat(length))?.length ?? 0) - 17) / 4;
  expect([14, 15, 84, 85, 180, 181, 213, 214, 412].map(versionOf)).toEqual([1, 2, 5, 6, 9, 10, 10, 11, 15]);
  expect(qrCode('x'.repeat(413))).toBeNull();
});

test('the version of a large code is written beside it, as in the standard', () => {
  const code = qrCode('x'.repeat(120)) ?? [];
  expect(code).toHaveLength(45);
  const bits = Array.from({ length: 18 }, (_, n) => (code[Math.floor(n / 3)]?.[45 - 11 + (n % 3)] ? 1 : 0));
  expect(bits.reduce<number>((sum, bit, n) => sum + bit * 2 ** n, 0)).toBe(0x07c94);
});

test('finders are in three corners, with the dark module beside the lower one', () => {
  const code = qrCode('otpauth') ?? [];
  const row = (y: number, from: number) =>
    (code[y] ?? [])
      .slice(from, from + 7)
      .map(Number)
      .join('');
  for (const [x, y] of [
    [0, 0],
    [14, 0],
    [0, 14],
  ] as const) {
    expect([0, 1, 2, 3, 4, 5, 6].map((n) => row(y + n, x))).toEqual([
      ...['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'],
    ]);
  }
  expect(code[13]?.[8]).toBe(true);
});
