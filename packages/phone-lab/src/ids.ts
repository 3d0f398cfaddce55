import { randomBytes } from 'node:crypto';

/** Twilio's identifiers: two letters for the kind, then 32 hex digits. */
export type SidPrefix = 'AC' | 'CA' | 'PN' | 'SK' | 'VX' | 'MZ' | 'RE' | 'SM' | 'TR';

export function newSid(prefix: SidPrefix): string {
  return prefix + randomBytes(16).toString('hex');
}

export function isSid(prefix: SidPrefix, text: string): boolean {
  return text.length === 34 && text.startsWith(prefix) && /^[0-9a-f]{32}$/.test(text.slice(2));
}
