import { Readable } from 'node:stream';
import { checkedBody } from '../../ports/file-body.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { damaged, type FileCipher } from './file-key.ts';
import { pieceBytes, piecesOf, sealedPieceBytes, tagBytes } from './format.ts';

/** The body sealed piece by piece, after the header. */
export async function* sealBody(
  body: AsyncIterable<Uint8Array>,
  { header, cipher }: { readonly header: Buffer; readonly cipher: FileCipher },
  limits: { readonly size: number | null; readonly most: number },
): AsyncGenerator<Uint8Array> {
  yield header;
  const piece = Buffer.alloc(pieceBytes);
  let filled = 0;
  let index = 0;
  for await (const chunk of checkedBody(body, limits.size, limits.most)) {
    for (let at = 0; at < chunk.length; ) {
      // Only now it is known that it is not the last one.
      if (filled === pieceBytes) {
        yield cipher.seal(piece, index, false);
        index += 1;
        filled = 0;
      }
      const part = chunk.subarray(at, at + pieceBytes - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
    }
  }
  yield cipher.seal(piece.subarray(0, filled), index, true);
}

export interface OpenedPart {
  /** Of the whole file, in the clear. */
  readonly size: number;
  readonly first: number;
  readonly length: number;
}

/** The bytes of the part, out of a body of whole pieces. It ends with an error where a piece was changed or is missing. */
export function openBody(sealed: Readable, cipher: FileCipher, part: OpenedPart): Readable {
  const body = Readable.from(openPieces(sealed, cipher, part), {
    objectMode: false,
    highWaterMark: pieceBytes,
  });
  // Also while the store is silent.
  body.once('close', () => sealed.destroy());
  return body;
}

async function* openPieces(
  sealed: Readable,
  cipher: FileCipher,
  { size, first, length }: OpenedPart,
): AsyncGenerator<Buffer> {
  const last = piecesOf(size) - 1;
  let index = Math.floor(first / pieceBytes);
  let skip = first - index * pieceBytes;
  let left = length;
  const bytesOf = (at: number) => (at < last ? sealedPieceBytes : size - last * pieceBytes + tagBytes);
  for await (const piece of inPieces(sealed, () => bytesOf(index))) {
    const plain = cipher.open(piece, index, index === last).subarray(skip, skip + left);
    skip = 0;
    left -= plain.length;
    index += 1;
    yield plain;
    if (left === 0) return;
  }
  throw damaged();
}

/** A source in pieces of the length that is asked for before each. */
async function* inPieces(source: Readable, next: () => number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let held = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    parts.push(chunk);
    held += chunk.length;
    for (let bytes = next(); held >= bytes; bytes = next()) {
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
      parts = [all.subarray(bytes)];
      held -= bytes;
      yield all.subarray(0, bytes);
    }
  }
}

export const notOpened = (keyId: string): FileStoreError =>
  new FileStoreError(
    'refused',
    `The file is encrypted with a key that is not set (${keyId}). Set FILES_KEY or FILES_KEY_PREVIOUS to it; nothing was changed.`,
  );
