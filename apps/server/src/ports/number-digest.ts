import { createHmac, createSecretKey } from 'node:crypto';

/**
 * What is kept of a number that was erased, so that it is still refused: nobody can read the number from it, and it is the
 * same after every change of AUTH_SECRET. It stands in the place of a number, and no number begins like it.
 */
export type NumberDigest = (tenantId: string, number: string) => string;

/** `key`: `number-digests` of the deployment's keys. */
export function createNumberDigest(key: Buffer): NumberDigest {
  // Made once: of a list of 50,000 every number is looked up by its digest.
  const secret = createSecretKey(key);
  return (tenantId, number) =>
    `#${createHmac('sha256', secret).update(`${tenantId}\n${number}`).digest('base64url')}`;
}

/** For where nothing was ever erased: it is found nowhere. */
export const noDigest: NumberDigest = () => '#';
