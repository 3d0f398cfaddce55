const wholeText = 0x81;

/**
 * A whole text message as one websocket frame from a server, in one buffer. The library writes a frame's head and its
 * content apart, and at fifty frames a second and call writing is what costs most.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = wholeText;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  // Sound and most words are plain ASCII, which is written without looking at each sign.
  frame.write(text, head, length === text.length ? 'latin1' : 'utf8');
  return frame;
}
