import type { WebhookEvent } from './contract-types.ts';

/** As `fetch` and Node's `request.headers` have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How old the attempt may be, and how far ahead its clock; 300 unless another is given. */
  readonly toleranceSeconds?: number | undefined;
  /** The time now in milliseconds, for tests. */
  readonly now?: number | undefined;
}

export interface VerifiedWebhook {
  /** The same for every attempt: keep those that you have handled. */
  readonly id: string;
  /** When this attempt was sent. `event.timestamp` is when it happened. */
  readonly sentAt: Date;
  /** A newer desk may send types that this version does not know: have a branch for them. */
  readonly event: WebhookEvent;
}

export type WebhookErrorCode =
  | 'header_missing'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'unreadable_body';

/** Answer with 400 and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/**
 * Checks the signature of Standard Webhooks over the bytes as they came, and gives the event. Several secrets may be given
 * while one is replaced by another. Throws a `WebhookError` for what is not from the desk, or is too old.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  if (keys.length === 0) throw new TypeError('A secret is needed.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('header_missing', 'The header webhook-timestamp is no time.');
  const sentAt = new Date(Number(timestamp) * 1000);
  const age = now - sentAt.getTime();
  if (age > toleranceSeconds * 1000) throw new WebhookError('too_old', 'The webhook was sent too long ago.');
  if (-age > toleranceSeconds * 1000)
    throw new WebhookError('too_new', 'The webhook was sent in the future. Check the clock.');
  const body = typeof rawBody === 'string' ? bytesOf(rawBody) : rawBody;
  const start = bytesOf(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  if (!(await isSigned(keys, signatures, signed)))
    throw new WebhookError('wrong_signature', 'No signature of the webhook is right.');
  return { id, sentAt, event: eventIn(body) };
}

/** `verify` compares in constant time. */
async function isSigned(
  keys: readonly CryptoKey[],
  signatures: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const entry of signatures.split(' ')) {
    const [version, text = ''] = entry.split(',');
    const signature = version === 'v1' ? fromBase64(text) : null;
    if (signature === null) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw new TypeError('A secret is whsec_ and base64, as the desk has shown it.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const get = (headers as { get?: unknown }).get;
  const given =
    typeof get === 'function'
      ? (headers as { get(name: string): string | null }).get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof given !== 'string' || given === '')
    throw new WebhookError('header_missing', `The header ${name} is missing.`);
  return given;
}

function eventIn(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof (event as { type?: unknown } | null)?.type === 'string') return event as WebhookEvent;
  } catch {
    // Said below.
  }
  throw new WebhookError('unreadable_body', 'The webhook has no event that can be read.');
}
