/** The error message for such text. */
export const unstorableSentence =
  'The request contains characters that cannot be stored (NUL or invalid Unicode).';

/** NUL and lone surrogates are legal JSON, but PostgreSQL does not store them. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

export class UnstorableText extends Error {
  override readonly name = 'UnstorableText';
}

/** JSON of which every key and every text can be stored; throws UnstorableText where one cannot. */
export function parseStorableJson(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => {
    if (isStorable(key) && (typeof value !== 'string' || isStorable(value))) return value;
    throw new UnstorableText(unstorableSentence);
  });
}
