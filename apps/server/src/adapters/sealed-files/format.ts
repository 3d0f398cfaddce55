/**
 * A sealed file: a header, then pieces of 64 KiB, each with a tag of its own, so that a part can be read without the rest.
 * The header: eight bytes that say what it is, the id of the key, and the salt of this file.
 */
export const magic: Buffer = Buffer.from('PARLEYF1', 'latin1');
export const keyIdBytes = 8;
export const saltBytes = 32;
export const headerBytes: number = magic.length + keyIdBytes + saltBytes;
export const pieceBytes: number = 64 * 1024;
export const tagBytes = 16;
export const sealedPieceBytes: number = pieceBytes + tagBytes;

export interface SealedHeader {
  readonly keyId: string;
  readonly salt: Buffer;
}

export function writeHeader({ keyId, salt }: SealedHeader): Buffer {
  return Buffer.concat([magic, Buffer.from(keyId, 'hex'), salt]);
}

/** Null: the file is not sealed. */
export function readHeader(bytes: Buffer): SealedHeader | null {
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
  const keyId = bytes.toString('hex', magic.length, magic.length + keyIdBytes);
  return { keyId, salt: Buffer.from(bytes.subarray(magic.length + keyIdBytes, headerBytes)) };
}

/** An empty file has a piece too: its tag says that nothing was cut off. */
export const piecesOf = (plain: number): number => Math.max(1, Math.ceil(plain / pieceBytes));

export const sealedSize = (plain: number): number => headerBytes + plain + tagBytes * piecesOf(plain);

/** Null: no file has so many bytes when it is sealed, so something was cut off or added. */
export function plainSize(sealed: number): number | null {
  const body = sealed - headerBytes;
  const plain = body - tagBytes * Math.ceil(body / sealedPieceBytes);
  return plain >= 0 && sealedSize(plain) === sealed ? plain : null;
}
