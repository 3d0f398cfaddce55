import type { FileRange } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';

export interface ByteSpan {
  readonly first: number;
  readonly length: number;
}

/** The bytes that a range means in a file of this size. */
export function spanOf(range: FileRange | undefined, size: number): ByteSpan {
  if (range === undefined) return { first: 0, length: size };
  assertRange(range);
  const first = 'suffix' in range ? Math.max(0, size - range.suffix) : range.first;
  const last = 'suffix' in range ? size - 1 : Math.min(range.last ?? size - 1, size - 1);
  if (first >= size || ('suffix' in range && range.suffix === 0)) throw outOfRange(size);
  return { first, length: last - first + 1 };
}

export function outOfRange(size: number): FileStoreError {
  return new FileStoreError('out_of_range', `The file has ${size} bytes, none of them in the range.`, {
    size,
  });
}

/** Whoever asks has to check what comes from outside: these are no ranges. */
export function assertRange(range: FileRange): void {
  const [first, last] = 'suffix' in range ? [0, range.suffix] : [range.first, range.last ?? range.first];
  const valid = Number.isSafeInteger(first) && Number.isSafeInteger(last) && first >= 0 && last >= first;
  if (!valid) throw new RangeError(`Not a range of bytes: ${JSON.stringify(range)}`);
}
