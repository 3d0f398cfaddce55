import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';

/** A stranger may make up key ids as fast as they like; the database is asked at most this often. */
const refreshEveryMs = 1000;

/** Our own public keys, read in process. A key id nobody knows yet may be another server's new one. */
export function createKeyRing(readKeys: () => Promise<JSONWebKeySet>, now = Date.now): JWTVerifyGetKey {
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
