const wholeText = 0x81;

/**
 * A text message as one websocket frame from a server, in one buffer. `ws` writes head and body as two, and at fifty
 * frames a second and call writing is what costs most.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = wholeText;
  frame[1] = head === 2 ? length : head === 4 ? 126 : 127;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  // Audio and most text are ASCII; latin1 is written without encoding each character.
  frame.write(text, head, length === text.length ? 'latin1' : 'utf8');
  return frame;
}
