import { createHmac } from 'node:crypto';
import { equalInConstantTime } from './constant-time.ts';

/** Codes of authenticator apps: RFC 6238 with the values that every app understands. */
const stepSeconds = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Clocks of phones differ by some seconds: the code before the current one and the one after it count too. */
const acceptedSteps = [0, -1, 1];

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds);
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step whose code was given; null when it is none of those that count now. */
export function matchingStep(secret: Buffer, code: string, nowMs: number): number | null {
  const steps = acceptedSteps.map((distance) => stepAt(nowMs) + distance);
  // All are compared, so that the time tells nothing.
  const matching = steps.filter((step) => equalInConstantTime(codeAt(secret, step), code));
  return matching[0] ?? null;
}

/** The form in which apps take a secret that is typed. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** What the QR code holds. Apps show the issuer and the account. */
export function otpauthUri(secret: Buffer, issuer: string, account: string): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${name}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
