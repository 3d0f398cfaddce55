import type { FileRange } from '../ports/file-store.ts';

/**
 * The range that a request asks for; null: the whole file. A header that is malformed, of another unit, or asks for
 * several ranges is ignored, as HTTP allows (RFC 9110, 14.2); whether a range has a byte is known by the store.
 */
export function requestedRange(header: string | undefined): FileRange | null {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '') return to === '' ? null : { suffix: Number(to) };
  if (to === '') return { first: Number(from) };
  const range = { first: Number(from), last: Number(to) };
  return range.last < range.first ? null : range;
}

/** Whether a range may be sent: `If-Range` names the version that the client has the other parts of. */
export function isSameVersion(ifRange: string | undefined, etag: string): boolean {
  return ifRange === undefined || ifRange.trim() === etag;
}
