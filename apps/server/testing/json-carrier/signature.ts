import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../../src/lib/constant-time.ts';
import type { CarrierRequest } from '../../src/ports/carrier-connection.ts';

export const signatureHeader = 'json-carrier-signature';

/** Older requests are refused: they may be recorded ones. */
const maxAgeMs = 5 * 60_000;

/** `t=milliseconds,v1=HMAC-SHA256 in hex`, over time, address and body. */
export function sign(secret: string, url: string, body: string, at = Date.now()): string {
  return `t=${at},v1=${digest(secret, `${at}.${url}.${body}`)}`;
}

export function isSigned(
  secret: string,
  publicUrl: string,
  { url, headers }: CarrierRequest,
  body: string,
): boolean {
  const header = headers[signatureHeader];
  const [, at, given = ''] = (typeof header === 'string' && /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header)) || [];
  if (at === undefined || Math.abs(Date.now() - Number(at)) > maxAgeMs) return false;
  const expected = digest(secret, `${at}.${publicUrl}${url}.${body}`);
  return equalInConstantTime(given, expected);
}

function digest(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
