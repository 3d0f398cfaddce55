import type { Method } from '../webhook/target.ts';
import { TwimlError } from './document.ts';

export function readMethod(text: string | undefined): Method {
  return text?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}

/** Resolves a URL of a document against the address of the document. */
export function resolveUrl(text: string, documentUrl: string | null): string {
  const trimmed = text.trim();
  if (/^https?:\/\//i.test(trimmed)) {
    if (URL.canParse(trimmed)) return trimmed;
  } else if (documentUrl && URL.canParse(trimmed, documentUrl)) {
    const url = new URL(trimmed, documentUrl);
    if (url.protocol === 'http:' || url.protocol === 'https:') return url.href;
  }
  throw new TwimlError(11100, `Invalid URL format: ${trimmed}`);
}

/** A whole number in an attribute, or the default. */
export function readWhole(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : fallback;
}
