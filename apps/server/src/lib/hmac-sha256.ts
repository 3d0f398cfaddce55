import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

/**
 * HMAC-SHA-256 (RFC 2104) for many short texts under one key: two calls of `hash`, which take less than half the time of
 * the objects of `createHmac`.
 */
export class HmacSha256 {
  /** The key and what is hashed with it, in the same memory each time. */
  #inner: Buffer;
  readonly #outer = Buffer.alloc(blockBytes + digestBytes);

  constructor(key: Buffer) {
    const block = Buffer.alloc(blockBytes);
    if (key.length > blockBytes) block.write(hash('sha256', key, 'latin1'), 'latin1');
    else key.copy(block);
    this.#inner = Buffer.alloc(1_024);
    for (const [index, byte] of block.entries()) {
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
  }

  /** Of texts in UTF-8 with bytes between them, as text of one character for each byte. */
  of(before: string, bytes: string, after: string): string {
    // A character has at most three bytes for each unit of its text.
    const most = blockBytes + before.length * 3 + bytes.length + after.length * 3;
    if (most > this.#inner.length) this.#inner = Buffer.concat([this.#inner], most * 2);
    let end = blockBytes;
    end += this.#inner.write(before, end);
    end += this.#inner.write(bytes, end, 'latin1');
    end += this.#inner.write(after, end);
    this.#outer.write(hash('sha256', this.#inner.subarray(0, end), 'latin1'), blockBytes, 'latin1');
    return hash('sha256', this.#outer, 'latin1');
  }
}
