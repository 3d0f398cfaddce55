/** Telephone audio: µ-law, 8,000 samples a second, one byte each, in base64. */
export const samplesPerMs = 8;

/** How many bytes a base64 text stands for. */
export function base64Bytes(payload: string): number {
  const { length } = payload;
  if (length === 0) return 0;
  const padding = payload.endsWith('==') ? 2 : payload.endsWith('=') ? 1 : 0;
  return Math.floor((length * 3) / 4) - padding;
}

/** How long a piece of audio takes to play. Exact: an eighth of a millisecond is a whole sample. */
export function audioMs(payload: string): number {
  return base64Bytes(payload) / samplesPerMs;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Whether it can be forwarded unchanged. */
export function isBase64(payload: string): boolean {
  return base64.test(payload);
}
