import { randomBytes } from 'node:crypto';

/** Twilio's identifiers: two letters for the kind, then 32 hex digits. */
export type SidPrefix = 'AC' | 'CA' | 'PN' | 'SK' | 'VX' | 'MZ' | 'RE' | 'SM' | 'TR';

export function newSid(prefix: SidPrefix): string {
  return prefix + randomBytes(16).toString('hex');
}
