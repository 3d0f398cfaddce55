import { randomFillSync } from 'node:crypto';
import { putOnMask } from './masks.ts';

const wholeText = 0x81;
const masked = 0x80;
const masks = Buffer.alloc(4_096);
let nextMask = masks.length;

/**
 * A text message of plain ASCII as one websocket frame from a client, in one buffer. The library copies a message twice
 * on its way; sound is sent fifty times a second and call.
 */
export function maskedFrame(ascii: string): Buffer {
  const { length } = ascii;
  const head = length < 126 ? 6 : length < 65_536 ? 8 : 14;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = wholeText;
  frame[1] = masked | (head === 6 ? length : head === 8 ? 126 : 127);
  if (head === 8) frame.writeUInt16BE(length, 2);
  if (head === 14) frame.writeBigUInt64BE(BigInt(length), 2);
  if (nextMask === masks.length) {
    randomFillSync(masks);
    nextMask = 0;
  }
  const mask = nextMask;
  nextMask += 4;
  for (let place = 0; place < 4; place += 1) frame[head - 4 + place] = masks[mask + place] ?? 0;
  frame.write(ascii, head, 'latin1');
  putOnMask(frame, head, masks, mask);
  return frame;
}
