import { encode } from './codewords.ts';

/** Rows of modules; true is dark. */
export type QrCode = readonly (readonly boolean[])[];

type Grid = (boolean | null)[][];

/** A QR code of level M for up to 412 bytes; null for a longer text. */
export function qrCode(text: string): QrCode | null {
  const encoded = encode(text);
  if (encoded === null) return null;
  const { version, bytes } = encoded;
  const frame = drawnPatterns(version);
  const candidates = masks.map((isInverted, mask) => {
    const grid = frame.map((row) => [...row]);
    drawFormat(grid, mask);
    drawData(grid, bytes, isInverted);
    return grid.map((row) => row.map((module) => module === true));
  });
  return candidates.reduce((best, next) => (penaltyOf(next) < penaltyOf(best) ? next : best));
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Everything but format and data; null where those go. */
function drawnPatterns(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  for (let n = 0; n < size; n += 1) {
    set(grid, 6, n, n % 2 === 0);
    set(grid, n, 6, n % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquares(grid, x, y, 4);
  const centers = alignmentCenters(version);
  const last = centers.at(-1);
  for (const x of centers) {
    for (const y of centers) {
      const inCorner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!inCorner) drawSquares(grid, x, y, 2);
    }
  }
  if (version >= 7) drawVersion(grid, version);
  return grid;
}

/** Squares around each other: a finder with its light border (radius 4), or an alignment pattern (radius 2). */
function drawSquares(grid: Grid, x: number, y: number, radius: number): void {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const distance = Math.max(Math.abs(dx), Math.abs(dy));
      const isDark = radius === 4 ? distance !== 2 && distance !== 4 : distance !== 1;
      if (grid[y + dy]?.[x + dx] !== undefined) set(grid, x + dx, y + dy, isDark);
    }
  }
}

function alignmentCenters(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  const last = 10 + 4 * version;
  const others = Array.from({ length: count - 1 }, (_, n) => last - n * step);
  return [6, ...others.toReversed()];
}

/** The remainder that protects the few bits of format and version. */
function protectedBits(value: number, divisor: number, count: number): number {
  let rest = value;
  for (let n = 0; n < count; n += 1) rest = (rest << 1) ^ ((rest >>> (count - 1)) * divisor);
  return (value << count) | rest;
}

function drawVersion(grid: Grid, version: number): void {
  const bits = protectedBits(version, 0x1f25, 12);
  for (let n = 0; n < 18; n += 1) {
    const isDark = ((bits >>> n) & 1) === 1;
    const [far, near] = [grid.length - 11 + (n % 3), Math.floor(n / 3)];
    set(grid, far, near, isDark);
    set(grid, near, far, isDark);
  }
}

/** Level M has the bits 00, so the mask is the whole value. */
function drawFormat(grid: Grid, mask: number): void {
  const size = grid.length;
  const bits = protectedBits(mask, 0x537, 10) ^ 0x5412;
  for (let n = 0; n < 15; n += 1) {
    const isDark = ((bits >>> n) & 1) === 1;
    if (n < 8) set(grid, 8, n < 6 ? n : n + 1, isDark);
    else set(grid, n === 8 ? 7 : 14 - n, 8, isDark);
    if (n < 8) set(grid, size - 1 - n, 8, isDark);
    else set(grid, 8, size - 15 + n, isDark);
  }
  set(grid, 8, size - 8, true);
}

/** In columns of two from the right, up and down in turn, over everything that is not drawn yet. */
function drawData(grid: Grid, bytes: readonly number[], isInverted: (x: number, y: number) => boolean): void {
  const size = grid.length;
  let at = 0;
  for (let pair = size - 1; pair >= 1; pair -= 2) {
    // The column of the timing pattern is left out.
    const right = pair <= 6 ? pair - 1 : pair;
    const isUpward = ((right + 1) & 2) === 0;
    for (let n = 0; n < size; n += 1) {
      const y = isUpward ? size - 1 - n : n;
      for (const x of [right, right - 1]) {
        if (grid[y]?.[x] !== null) continue;
        const bit = ((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
        at += 1;
        set(grid, x, y, (bit === 1) !== isInverted(x, y));
      }
    }
  }
}

/** Runs of one colour, squares of one colour and an uneven share of dark make a code hard to read. */
function penaltyOf(code: QrCode): number {
  const columns = code.map((_, x) => code.map((row) => row[x] === true));
  const runs = [...code, ...columns].reduce((sum, line) => sum + runPenalty(line), 0);
  const isSquare = (x: number, y: number) =>
    code[y]?.[x] === code[y]?.[x + 1] &&
    code[y]?.[x] === code[y + 1]?.[x] &&
    code[y]?.[x] === code[y + 1]?.[x + 1];
  let squares = 0;
  for (let y = 0; y < code.length - 1; y += 1)
    for (let x = 0; x < code.length - 1; x += 1) if (isSquare(x, y)) squares += 3;
  const dark = code.flat().filter(Boolean).length / code.length ** 2;
  return runs + squares + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}

function runPenalty(line: readonly boolean[]): number {
  let [penalty, length] = [0, 1];
  for (let n = 1; n <= line.length; n += 1) {
    if (n < line.length && line[n] === line[n - 1]) length += 1;
    else {
      if (length >= 5) penalty += length - 2;
      length = 1;
    }
  }
  return penalty;
}

function set(grid: Grid, x: number, y: number, isDark: boolean): void {
  const row = grid[y];
  if (row !== undefined) row[x] = isDark;
}
