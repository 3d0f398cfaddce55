import { createHmac } from 'node:crypto';

/**
 * What is kept of a number that was erased, so that it is still refused: nobody can read the number from it, and it is the
 * same after every change of AUTH_SECRET. It stands in the place of a number, and no number begins like it.
 */
export type NumberDigest = (tenantId: string, number: string) => string;

/** `key`: `number-digests` of the deployment's keys. */
export function createNumberDigest(key: Buffer): NumberDigest {
  return (tenantId, number) =>
    `#${createHmac('sha256', key).update(`${tenantId}\n${number}`).digest('base64url')}`;
}

/** For where nothing was ever erased: it is found nowhere. */
export const noDigest: NumberDigest = () => '#';
