/** Telephone sound: µ-law bytes to samples between -1 and 1, and back. */

const bias = 0x84;
const loudest = 32_635;

const samples = Float32Array.from({ length: 256 }, (_, byte) => {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + bias) << ((code & 0x70) >> 4)) - bias;
  return (code & 0x80 ? -magnitude : magnitude) / 32_768;
});

export function decode(bytes) {
  return Float32Array.from(bytes, (byte) => samples[byte]);
}

export function encode(floats) {
  return Uint8Array.from(floats, (sample) => {
    const magnitude = Math.min(Math.abs(sample) * 32_768, loudest) + bias;
    const exponent = 31 - Math.clz32(magnitude) - 7;
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
  });
}
