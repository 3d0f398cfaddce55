/** Arithmetic of the field with 256 elements that QR codes use, and the bytes that correct errors. */

const powers: number[] = [];
for (let value = 1, n = 0; n < 255; n += 1) {
  powers.push(value);
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const logarithms = new Map(powers.map((value, n) => [value, n]));

export function multiply(one: number, other: number): number {
  if (one === 0 || other === 0) return 0;
  return powers[((logarithms.get(one) ?? 0) + (logarithms.get(other) ?? 0)) % 255] ?? 0;
}

/** The power of the field's generator. */
export function powerOf(exponent: number): number {
  return powers[exponent % 255] ?? 1;
}

/** The remainder of the data after division by the polynomial whose roots are the first `count` powers. */
export function correctionBytes(data: readonly number[], count: number): number[] {
  const divisor = divisorOf(count);
  const rest = Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [n, coefficient] of divisor.entries())
      rest[n] = (rest[n] ?? 0) ^ multiply(coefficient, factor);
  }
  return rest;
}

/** Highest power first, without the leading 1. */
function divisorOf(count: number): number[] {
  let polynomial = [1];
  for (let n = 0; n < count; n += 1) {
    const root = powerOf(n);
    const next = [...polynomial, 0];
    for (const [place, coefficient] of polynomial.entries())
      next[place + 1] = (next[place + 1] ?? 0) ^ multiply(coefficient, root);
    polynomial = next;
  }
  return polynomial.slice(1);
}
