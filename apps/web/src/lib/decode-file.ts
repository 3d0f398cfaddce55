/** A text file as it was decoded; `guessed` when its encoding is not known for certain. */
export interface DecodedFile {
  text: string;
  guessed: boolean;
}

/** UTF-8, or what the byte order mark says; otherwise what older programs for tables write. */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: decoded(bytes, 'utf-16le'), guessed: false };
  if (first === 0xfe && second === 0xff) return { text: decoded(bytes, 'utf-16be'), guessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: false };
  } catch {
    return { text: decoded(bytes, 'windows-1252'), guessed: true };
  }
}

/** The byte order mark is left out. */
function decoded(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}
