import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { readFailure } from './failures.ts';

const chunkBytes = 128 * 1024;
const mostKept = 8;
/**
 * Buffers that are used again. A new one for each chunk makes the garbage collector go through the whole heap again and again,
 * which takes time from live calls.
 */
const kept: Buffer[] = [];

/** Writes these bytes of a file to somebody, each chunk when the one before was taken. Closes the file. */
export async function sendPart(
  handle: FileHandle,
  { first, length }: { readonly first: number; readonly length: number },
  taker: Writable,
): Promise<void> {
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  try {
    for (let sent = 0; sent < length; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkBytes, length - sent), first + sent);
      if (bytesRead === 0) throw readFailure(new Error(`${sent} bytes were read where ${length} should be.`));
      await taken(taker, buffer.subarray(0, bytesRead));
      sent += bytesRead;
    }
    // After a failure the system may still read from it.
    if (kept.length < mostKept) kept.push(buffer);
  } finally {
    await handle.close();
  }
}

function taken(taker: Writable, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('Nobody takes the rest of the file.'));
    if (taker.destroyed) return gone();
    taker.once('close', gone);
    taker.write(chunk, (error) => {
      taker.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
}
