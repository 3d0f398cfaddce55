import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { readFailure } from './failures.ts';

/** A part of a recording as browsers ask for it: a stream for each would take several times as long. */
export const readAtOnceBytes: number = 256 * 1024;

/** These bytes of a file; fails where it has become shorter. */
export async function readPart(handle: FileHandle, first: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, first + filled);
    if (bytesRead === 0) throw readFailure(new Error(`${filled} bytes were read where ${length} should be.`));
    filled += bytesRead;
  }
  return bytes;
}

/** A body that is there already. */
export function bodyOfBytes(bytes: Buffer): Readable {
  const body = new Readable({ read() {} });
  body.push(bytes);
  body.push(null);
  return body;
}
