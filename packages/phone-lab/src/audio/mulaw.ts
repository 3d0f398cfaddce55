/** µ-law as telephones carry it: 8,000 samples a second, one byte each. */

export const samplesPerMs = 8;
/** What a carrier sends at once: 20 ms. */
export const frameMs = 20;
export const frameBytes = frameMs * samplesPerMs;
export const silenceByte = 0xff;
export const silentFrame: Buffer = Buffer.alloc(frameBytes, silenceByte);

const bias = 0x84;
const loudest = 32_635;

const linear = Int16Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + bias) << ((code & 0x70) >> 4);
  return code & 0x80 ? bias - magnitude : magnitude - bias;
});

export function toLinear(byte: number): number {
  return linear[byte] ?? 0;
}

export function fromLinear(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(Math.round(sample)), loudest) + bias;
  const exponent = 31 - Math.clz32(magnitude) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~(sign | (exponent << 4) | mantissa) & 0xff;
}

/** How loud a byte is, 0 to 127; telephone hiss stays below `audibleFrom`. */
export function loudness(byte: number): number {
  return ~byte & 0x7f;
}

export const audibleFrom = 0x20;

/** Two sounds at once, as long as the longer one. */
export function mix(one: Buffer, other: Buffer): Buffer {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const mixed = Buffer.from(long);
  for (let at = 0; at < short.length; at++) {
    mixed[at] = fromLinear(toLinear(long[at] ?? silenceByte) + toLinear(short[at] ?? silenceByte));
  }
  return mixed;
}
