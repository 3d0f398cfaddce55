import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { longestUnmasked, unmasked } from './masks.ts';

export interface FrameInterceptor {
  /** True where the other end is a client: its frames are masked. */
  readonly masked: boolean;
  /** Offered each text message that arrives whole in one frame, read as ASCII. False leaves it to `ws`. */
  take(text: string): boolean;
}

/**
 * Takes whole text frames from the stream before `ws` sees them. Everything else goes to `ws` unchanged: other frames,
 * fragmented messages, protocol errors and the closing handshake. Called by `audio-fast-path.ts` alone, which says what
 * this relies on. False: `ws` does not listen as expected, and nothing is intercepted.
 */
export function interceptFrames(socket: WebSocket, stream: Duplex, interceptor: FrameInterceptor): boolean {
  const [library, ...others] = stream.listeners('data') as ((chunk: Buffer) => void)[];
  if (!library || others.length > 0) return false;
  const frames = new FrameSplitter(interceptor, (bytes) => library.call(stream, bytes));
  const onData = (chunk: Buffer) => frames.push(chunk);
  stream.removeListener('data', library);
  stream.on('data', onData);
  // As `ws` does with its own listener: nothing is read after a protocol error.
  socket.once('error', () => stream.removeListener('data', onData));
  return true;
}

const wholeText = 0x81;
const finalFrame = 0x80;
const masking = 0x80;
const opcodes = 0x0f;
const closing = 0x08;
/** Follows the frame boundaries of what arrives, and hands on to `ws` what is not taken. */
class FrameSplitter {
  readonly #interceptor: FrameInterceptor;
  readonly #library: (bytes: Buffer) => void;
  /** Bytes still missing of a frame whose beginning `ws` already has. */
  #missing = 0;
  /** The beginning of a frame whose length is not known yet. */
  #head: Buffer | null = null;
  /** Inside a fragmented message, which only `ws` can assemble. */
  #fragmented = false;
  /** A close frame has arrived; what follows it is ignored. */
  #closed = false;

  constructor(interceptor: FrameInterceptor, library: (bytes: Buffer) => void) {
    this.#interceptor = interceptor;
    this.#library = library;
  }

  /** Offers frames from the start of the chunk; from the first one that is not taken, the rest goes to `ws`. */
  push(arrived: Buffer): void {
    if (this.#closed && this.#missing === 0) return;
    const chunk = this.#head ? Buffer.concat([this.#head, arrived]) : arrived;
    this.#head = null;
    let at = 0;
    if (this.#missing === 0 && !this.#fragmented) {
      for (let end = this.#offer(chunk, at); end > at; end = this.#offer(chunk, at)) at = end;
    }
    if (at === chunk.length) return;
    const end = this.#follow(chunk, at);
    if (end > at) this.#library(chunk.subarray(at, end));
  }

  /** The end of the frame at `at` if it was taken, else `at`. */
  #offer(chunk: Buffer, at: number): number {
    const { masked, take } = this.#interceptor;
    const body = at + (masked ? 8 : 4);
    const sized = masked ? masking | 126 : 126;
    if (chunk.length < body || chunk[at] !== wholeText || chunk[at + 1] !== sized) return at;
    const length = chunk.readUInt16BE(at + 2);
    const end = body + length;
    if (length > longestUnmasked || end > chunk.length) return at;
    return take(masked ? unmasked(chunk, body, length) : chunk.toString('latin1', body, end)) ? end : at;
  }

  /** Follows the frames that `ws` is given; returns where they end. An incomplete frame head waits for the next chunk. */
  #follow(chunk: Buffer, from: number): number {
    let at = from + this.#missing;
    while (at < chunk.length && !this.#closed) {
      const size = frameSize(chunk, at);
      if (size === null) {
        this.#head = Buffer.from(chunk.subarray(at));
        this.#missing = 0;
        return at;
      }
      const first = chunk[at] ?? 0;
      const kind = first & opcodes;
      if (kind < closing) this.#fragmented = (first & finalFrame) === 0;
      else if (kind === closing) this.#closed = true;
      at += size;
    }
    this.#missing = Math.max(0, at - chunk.length);
    return chunk.length;
  }
}

/** Head and body together; null when the head is incomplete. */
function frameSize(chunk: Buffer, at: number): number | null {
  const left = chunk.length - at;
  if (left < 2) return null;
  const second = chunk[at + 1] ?? 0;
  const short = second & 0x7f;
  const more = short === 126 ? 2 : short === 127 ? 8 : 0;
  if (left < 2 + more) return null;
  const length =
    more === 0 ? short : more === 2 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2));
  return 2 + more + (second & masking ? 4 : 0) + length;
}
