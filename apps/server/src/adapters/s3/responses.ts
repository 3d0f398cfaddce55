import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { contentTypes, type FileName, parseFileKey } from '../../ports/file-name.ts';
import { type ByteSpan, spanOf } from '../../ports/file-range.ts';
import type { FileRange, StoredFile } from '../../ports/file-store.ts';
import { FileStoreError } from '../../ports/file-store-error.ts';
import { protocolFailure } from './failures.ts';
import { contentsOf, textOf } from './xml.ts';

export function rangeHeader(range: FileRange): string {
  return 'suffix' in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ''}`;
}

/** Which bytes a response carries: those that were asked for, or it is an error. */
export function spanIn(
  { statusCode, headers }: IncomingMessage,
  range: FileRange | undefined,
): ByteSpan & { size: number } {
  const announced = wholeNumber(headers['content-length']);
  // Without it a body that broke off could not be told from a whole one.
  if (announced === null)
    throw new FileStoreError('refused', 'The file store does not state the length of a file.');
  const whole = { first: 0, length: announced, size: announced };
  if (range === undefined) return whole;
  if (statusCode !== 206) {
    // Fine if the whole file is what the range means.
    if (spanOf(range, announced).length === announced) return whole;
    throw new FileStoreError('refused', 'The file store cannot read a part of a file.');
  }
  const [, first, last, size] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')?.map(Number) ?? [];
  if (first === undefined || last === undefined || size === undefined) throw protocolFailure('no range');
  const wanted = spanOf(range, size);
  const given = last - first + 1;
  if (first !== wanted.first || given !== wanted.length || announced !== given)
    throw protocolFailure('another range than was asked for');
  return { ...wanted, size };
}

/** A file as the headers of a response describe it. */
export function fileOf(name: FileName, size: number, headers: IncomingHttpHeaders): StoredFile {
  return describe(name, size, headers.etag, headers['last-modified']);
}

export function sizeIn(headers: IncomingHttpHeaders): number {
  const size = wholeNumber(headers['content-length']);
  if (size === null) throw protocolFailure('no size');
  return size;
}

/** The files of a listing. Objects that are not ours are left out. */
export function filesIn(xml: string, keyPrefix: string): StoredFile[] {
  return contentsOf(xml, 'Contents').flatMap((entry) => {
    const key = textOf(entry, 'Key') ?? '';
    const name = key.startsWith(keyPrefix) ? parseFileKey(key.slice(keyPrefix.length)) : null;
    if (name === null) return [];
    const size = wholeNumber(textOf(entry, 'Size') ?? undefined);
    if (size === null) throw protocolFailure('a file without a size');
    return [describe(name, size, textOf(entry, 'ETag'), textOf(entry, 'LastModified'))];
  });
}

function describe(
  name: FileName,
  size: number,
  etag: string | null | undefined,
  modified: string | null | undefined,
): StoredFile {
  const modifiedAt = new Date(modified ?? '');
  if (!etag || Number.isNaN(modifiedAt.getTime())) throw protocolFailure('no ETag or time of a file');
  return { name, size, contentType: contentTypes[name.type], version: versionOf(etag), modifiedAt };
}

/** Some servers put the quotation marks of an ETag into a listing, others do not. */
export const versionOf = (etag: string) => etag.replaceAll('"', '');

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
