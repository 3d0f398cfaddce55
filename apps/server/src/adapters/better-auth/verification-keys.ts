import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** The keys are read at most this often, however many unknown key ids are sent. */
const refreshEveryMs = 1000;

/** Our public keys, cached. An unknown key id may be a new key of another server, so the keys are read again. */
export function createVerificationKeys(
  readKeys: () => Promise<JSONWebKeySet>,
  now = Date.now,
): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | undefined;
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const refresh = () => {
    reading ??= readKeys()
      .then((keys) => {
        known = createLocalJWKSet(keys);
        readAt = now();
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return async (header, token) => {
    if (known === undefined) await refresh();
    if (known === undefined) throw new errors.JWKSNoMatchingKey();
    try {
      return await known(header, token);
    } catch (error) {
      const unknownKey = error instanceof errors.JWKSNoMatchingKey;
      if (!unknownKey || now() - readAt < refreshEveryMs) throw error;
      await refresh();
      return known(header, token);
    }
  };
}
