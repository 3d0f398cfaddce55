import { largestFileBytes } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';

/** The body itself failed, not the store: adapters pass `cause` on. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  constructor(cause: unknown) {
    super('The body of a file could not be read.', { cause });
  }
}

/** Refuses a stated size before a byte is read. */
export function assertSize(size: number | null, most: number = largestFileBytes): void {
  if (size === null) return;
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`Not a number of bytes: ${size}`);
  if (size > most) throw tooLarge(most);
}

/** Yields the body, and fails at its first byte beyond the stated size or the limit, or at its end if it is too short. */
export async function* checkedBody(
  body: AsyncIterable<Uint8Array>,
  size: number | null,
  most: number = largestFileBytes,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let received = 0;
  try {
    for (;;) {
      const chunk = await nextOf(chunks);
      if (chunk === null) break;
      received += chunk.length;
      if (received > most) throw tooLarge(most);
      if (size !== null && received > size) throw mismatch(size, 'more');
      if (chunk.length > 0) yield chunk;
    }
  } finally {
    // Not awaited: a body that is silent answers nothing.
    chunks.return?.().catch(() => {});
  }
  if (size !== null && received < size) throw mismatch(size, `only ${received}`);
}

async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  try {
    const next = await chunks.next();
    if (next.done) return null;
    if (!(next.value instanceof Uint8Array)) throw new TypeError('The body of a file consists of bytes.');
    return next.value;
  } catch (error) {
    throw new BodyError(error);
  }
}

function tooLarge(most: number): FileStoreError {
  return new FileStoreError('too_large', `A file may have ${most} bytes at most.`);
}

function mismatch(size: number, received: string): FileStoreError {
  return new FileStoreError('size_mismatch', `The body should have ${size} bytes and has ${received}.`);
}
