/** Where masks are put on and taken off, four bytes at a time: sound comes and goes fifty times a second and call. */
const words = new Uint32Array(1_024);
const bytes = Buffer.from(words.buffer);

/** The longest message whose mask can be taken off at once. */
export const longestUnmasked = words.byteLength;

/** Puts the mask of four bytes at this place of `masks` on everything from here to the end of the frame. */
export function putOnMask(frame: Buffer, from: number, masks: Buffer, place: number): void {
  const mask = asWord(masks, place);
  for (let at = from; at < frame.length; at += bytes.length) {
    const length = frame.copy(bytes, 0, at);
    toggle(mask, length);
    bytes.copy(frame, at, 0, length);
  }
}

/** What stands behind a mask, read as ASCII. The mask stands right before it. */
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
