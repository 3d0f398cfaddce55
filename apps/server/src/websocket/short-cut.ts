import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { longestUnmasked, unmasked } from './masks.ts';

export interface ShortCut {
  /** Whether the other end is a client, whose frames are masked. */
  readonly masked: boolean;
  /** Offered texts that came whole in one frame, read as ASCII. False leaves one to the library, as if never offered. */
  take(text: string): boolean;
}

/**
 * Takes the messages that a call consists of, sound fifty times a second each way, from the network without the way
 * through the library's stream and two emitters. All else is the library's: every other frame, whatever comes in parts,
 * every fault and the end. For a socket that has just opened, without compression.
 */
export function takeShortCut(socket: WebSocket, stream: Duplex, shortCut: ShortCut): void {
  const library = stream.listeners('data').at(-1) as ((chunk: Buffer) => void) | undefined;
  if (!library) throw new Error('There is nobody to leave the rest to.');
  const frames = new Frames(shortCut, (bytes) => library.call(stream, bytes));
  const take = (chunk: Buffer) => frames.take(chunk);
  stream.removeListener('data', library);
  stream.on('data', take);
  // As the library does with its own listener: after a fault nothing more is read.
  socket.once('error', () => stream.removeListener('data', take));
}

const wholeText = 0x81;
const finalFrame = 0x80;
const masking = 0x80;
const opcodes = 0x0f;
const closing = 0x08;
/** Above this a message is nothing that comes fifty times a second. */
const longest = longestUnmasked;

class Frames {
  readonly #shortCut: ShortCut;
  readonly #library: (bytes: Buffer) => void;
  /** Bytes to come of a frame that the library has the beginning of. */
  #owed = 0;
  /** The beginning of a frame that does not even say how long it is. */
  #head: Buffer | null = null;
  /** A message in parts has begun; only the library knows how to put it together. */
  #inParts = false;
  /** The other end has said goodbye. What it says after that is read by nobody. */
  #closed = false;

  constructor(shortCut: ShortCut, library: (bytes: Buffer) => void) {
    this.#shortCut = shortCut;
    this.#library = library;
  }

  /** The first frames of a chunk, as far as they are taken; from the first other one on it is the library's. */
  take(arrived: Buffer): void {
    if (this.#closed && this.#owed === 0) return;
    const chunk = this.#head ? Buffer.concat([this.#head, arrived]) : arrived;
    this.#head = null;
    let at = 0;
    if (this.#owed === 0 && !this.#inParts) {
      for (let end = this.#offer(chunk, at); end > at; end = this.#offer(chunk, at)) at = end;
    }
    if (at === chunk.length) return;
    const end = this.#follow(chunk, at);
    if (end > at) this.#library(chunk.subarray(at, end));
  }

  /** Where the frame that begins here ends, if it was taken; else where it begins. */
  #offer(chunk: Buffer, at: number): number {
    const { masked, take } = this.#shortCut;
    const body = at + (masked ? 8 : 4);
    const sized = masked ? masking | 126 : 126;
    if (chunk.length < body || chunk[at] !== wholeText || chunk[at + 1] !== sized) return at;
    const length = chunk.readUInt16BE(at + 2);
    const end = body + length;
    if (length > longest || end > chunk.length) return at;
    return take(masked ? unmasked(chunk, body, length) : chunk.toString('latin1', body, end)) ? end : at;
  }

  /** Keeps up with what the library is given: up to here, because the head of a frame waits until it is whole. */
  #follow(chunk: Buffer, from: number): number {
    let at = from + this.#owed;
    while (at < chunk.length && !this.#closed) {
      const size = frameSize(chunk, at);
      if (size === null) {
        this.#head = Buffer.from(chunk.subarray(at));
        this.#owed = 0;
        return at;
      }
      const first = chunk[at] ?? 0;
      const kind = first & opcodes;
      if (kind < closing) this.#inParts = (first & finalFrame) === 0;
      else if (kind === closing) this.#closed = true;
      at += size;
    }
    this.#owed = Math.max(0, at - chunk.length);
    return chunk.length;
  }
}

/** Head and body together; null when the head is not whole. */
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
