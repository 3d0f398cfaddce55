/**
 * Just enough of the websocket protocol to send and read text frames at a fraction of a library's cost: the load must use
 * less processor time than the server it measures.
 */

const text = 0x1;
const final = 0x80;
const masked = 0x80;

/** One text frame in a buffer of its own. A mask makes it a client's. */
export class TextFrame {
  readonly bytes: Buffer;
  readonly #mask: Buffer | null;
  readonly #start: number;

  constructor(content: string, mask: Buffer | null) {
    this.bytes = encode(text, Buffer.from(content), mask);
    this.#mask = mask;
    this.#start = this.bytes.length - Buffer.byteLength(content);
  }

  /** Overwrites `width` characters of the content with a number, zeros before it. */
  writeNumber(at: number, width: number, value: number): void {
    const { bytes } = this;
    let rest = value;
    for (let place = at + width - 1; place >= at; place -= 1) {
      const digit = 48 + (rest % 10);
      bytes[this.#start + place] = this.#mask ? digit ^ (this.#mask[place & 3] ?? 0) : digit;
      rest = Math.floor(rest / 10);
    }
  }
}

export function encode(opcode: number, content: Buffer, mask: Buffer | null): Buffer {
  const { length } = content;
  const extra = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const start = 2 + extra + (mask ? 4 : 0);
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = final | opcode;
  frame[1] = (mask ? masked : 0) | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) frame.writeUInt16BE(length, 2);
  if (extra === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  content.copy(frame, start);
  if (mask) {
    mask.copy(frame, start - 4);
    for (let index = 0; index < length; index += 1)
      frame[start + index] = (frame[start + index] ?? 0) ^ (mask[index & 3] ?? 0);
  }
  return frame;
}

/** A frame that has arrived, still where it was read. */
export class ArrivedFrame {
  opcode = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #mask = -1;

  set(bytes: Buffer, opcode: number, start: number, end: number, mask: number): void {
    this.#bytes = bytes;
    this.opcode = opcode;
    this.#start = start;
    this.#end = end;
    this.#mask = mask;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  at(place: number): number {
    const byte = this.#bytes[this.#start + place] ?? 0;
    return this.#mask < 0 ? byte : byte ^ (this.#bytes[this.#mask + (place & 3)] ?? 0);
  }

  /** The number in these characters; NaN when they are not all digits. */
  number(at: number, width: number): number {
    let value = 0;
    for (let place = at; place < at + width; place += 1) {
      const digit = this.at(place) - 48;
      if (digit < 0 || digit > 9) return Number.NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  content(): Buffer {
    const copy = Buffer.from(this.#bytes.subarray(this.#start, this.#end));
    if (this.#mask >= 0) for (let place = 0; place < copy.length; place += 1) copy[place] = this.at(place);
    return copy;
  }
}

/** Cuts a stream of bytes into frames. The frame it hands on is valid only until the next one. */
export class FrameReader {
  readonly #take: (frame: ArrivedFrame) => void;
  readonly #frame = new ArrivedFrame();
  #rest: Buffer | null = null;

  constructor(take: (frame: ArrivedFrame) => void) {
    this.#take = take;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const next = this.#read(bytes, at);
      if (next < 0) break;
      at = next;
    }
    this.#rest = at === bytes.length ? null : bytes.subarray(at);
  }

  /** Where the frame after this one begins; negative when it is not all there. */
  #read(bytes: Buffer, at: number): number {
    if (bytes.length - at < 2) return -1;
    const second = bytes[at + 1] ?? 0;
    const short = second & 0x7f;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    const mask = (second & masked) === 0 ? 0 : 4;
    const start = at + 2 + extra + mask;
    if (bytes.length < start) return -1;
    const length =
      extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const end = start + length;
    if (bytes.length < end) return -1;
    this.#frame.set(bytes, (bytes[at] ?? 0) & 0x0f, start, end, mask === 0 ? -1 : start - 4);
    this.#take(this.#frame);
    return end;
  }
}
