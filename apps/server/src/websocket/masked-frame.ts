import { randomFillSync } from 'node:crypto';
import { applyMask } from './masks.ts';

const wholeText = 0x81;
const masked = 0x80;
const masks = Buffer.alloc(4_096);
let nextMask = masks.length;

/** An ASCII text message as one websocket frame from a client, in one buffer: `ws` would copy it twice. */
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
  applyMask(frame, head, masks, mask);
  return frame;
}
