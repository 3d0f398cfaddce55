import type { Leg } from '../call/exchange.ts';
import type { TwimlSource } from '../call/plan.ts';
import type { Method } from '../webhook/attempt.ts';
import { TwimlError } from './document.ts';
import type { XmlNode } from './xml.ts';

export interface VerbContext {
  readonly call: Leg;
  readonly signal: AbortSignal;
  readonly isFirst: boolean;
  readonly documentUrl: string | null;
}

/** Go on with the next verb, end the call, or continue in another document. */
export type Outcome = 'next' | 'end' | { goto: TwimlSource };
export type Verb = (node: XmlNode, context: VerbContext) => Promise<Outcome>;

export const supportedVerbs = [
  'Say',
  'Play',
  'Pause',
  'Gather',
  'Record',
  'Dial',
  'Connect',
  'Start',
  'Stop',
  'Redirect',
  'Reject',
  'Hangup',
];

/** Real TwiML that the lab does not carry out. */
export const unsupportedVerbs: ReadonlySet<string> = new Set([
  'Echo',
  'Enqueue',
  'Leave',
  'Pay',
  'Prompt',
  'Queue',
  'Refer',
  'Sms',
]);

export function readMethod(text: string | undefined): Method {
  return text?.toUpperCase() === 'GET' ? 'GET' : 'POST';
}

/** URLs in a document may be relative to where it came from. */
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

/** Whole seconds in an attribute, or the default. */
export function readSeconds(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : fallback;
}
