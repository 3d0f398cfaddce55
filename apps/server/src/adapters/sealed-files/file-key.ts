import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { keyIdBytes, tagBytes } from './format.ts';

/** A key of the deployment: FILES_KEY, or one from before. */
export interface FilesKey {
  readonly id: string;
  readonly secret: Buffer;
}

const algorithm = 'aes-256-gcm';
const derived = (secret: string | Buffer, salt: Buffer, info: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
const noSalt = Buffer.alloc(0);

/** The id tells nothing of the key. */
export function filesKeyOf(text: string): FilesKey {
  return {
    id: derived(text, noSalt, 'parley files: id of the key', keyIdBytes).toString('hex'),
    secret: derived(text, noSalt, 'parley files: key', 32),
  };
}

/** Seals and opens the pieces of one file. Its key is made of its salt and its name: no file can pass for another. */
export class FileCipher {
  readonly #key: Buffer;

  constructor({ secret }: FilesKey, salt: Buffer, name: string) {
    this.#key = derived(secret, salt, `parley files: ${name}`, 32);
  }

  seal(piece: Uint8Array, index: number, isLast: boolean): Buffer {
    const cipher = createCipheriv(algorithm, this.#key, nonceOf(index, isLast));
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws for a piece that was changed, moved, or is the last one where more should follow. */
  open(sealed: Buffer, index: number, isLast: boolean): Buffer {
    const end = sealed.length - tagBytes;
    try {
      const decipher = createDecipheriv(algorithm, this.#key, nonceOf(index, isLast), {
        authTagLength: tagBytes,
      });
      decipher.setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    } catch (cause) {
      throw damaged(cause);
    }
  }
}

export function damaged(cause?: unknown): FileStoreError {
  return new FileStoreError('refused', 'The file was changed or cut off since it was encrypted.', { cause });
}

/** Never the same twice with one key: each file has its own. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
