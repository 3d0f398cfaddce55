/** SHA-256 of a text in hexadecimal digits. */
export async function textDigest(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  // Browsers have it on pages with https and on the own machine only; elsewhere the desk is used over a local network.
  const digest = crypto.subtle === undefined ? sha256(bytes) : await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** As FIPS 180-4 describes it. */
export function sha256(message: Uint8Array): ArrayBuffer {
  const padded = new Uint8Array((((message.length + 8) >> 6) << 6) + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const state = Uint32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)));
  const constants = Uint32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(offset + at * 4);
    mix(state, constants, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) result.setUint32(index * 4, word);
  return result.buffer;
}

function mix(state: Uint32Array, constants: Uint32Array, words: Uint32Array): void {
  const word = (at: number) => words[at] ?? 0;
  for (let at = 16; at < 64; at += 1) {
    const [w15, w2] = [word(at - 15), word(at - 2)];
    const s0 = turned(w15, 7) ^ turned(w15, 18) ^ (w15 >>> 3);
    const s1 = turned(w2, 17) ^ turned(w2, 19) ^ (w2 >>> 10);
    words[at] = word(at - 16) + s0 + word(at - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + word(at)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + value;
}

const turned = (value: number, by: number) => (value >>> by) | (value << (32 - by));
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 0x1_0000_0000);

function firstPrimes(amount: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < amount; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}
