import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { jwt } from 'better-auth/plugins/jwt';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import { signInKeyOf } from './sign-in-key.ts';

type KeyStore = NonNullable<NonNullable<Parameters<typeof jwt>[0]>['adapter']>;

/**
 * The keys that sign tokens, their private halves encrypted with an AUTH_SECRET. The library would use one secret for
 * all of them; here each opens with the one it was encrypted with, so that servers with the old and the new secret sign
 * tokens that all of them accept.
 */
export function tokenKeyStore(secrets: AuthSecrets): KeyStore {
  return {
    getJwks: async ({ context }) => {
      const stored = await context.adapter.findMany<StoredKey>({ model: 'jwks' });
      return Promise.all(stored.map((key) => opened(key, secrets)));
    },
    createJwk: async (key, { context }) => {
      const encrypted = await symmetricEncrypt({ key: signInKeyOf(secrets.current), data: key.privateKey });
      const stored = await context.adapter.create<Omit<StoredKey, 'id'>, StoredKey>({
        model: 'jwks',
        data: { ...key, privateKey: JSON.stringify(encrypted), createdAt: new Date() },
      });
      return { ...stored, privateKey: key.privateKey };
    },
  };
}

export type StoredKey = NonNullable<Awaited<ReturnType<NonNullable<KeyStore['getJwks']>>>>[number];

/** A key that cannot be read signs nothing, and what it has signed stays valid for its minute. */
async function opened(key: StoredKey, secrets: AuthSecrets): Promise<StoredKey> {
  // A minute later than the library, which may have looked at the clock before.
  if (key.expiresAt && key.expiresAt < new Date(Date.now() - 60_000)) return { ...key, privateKey: '' };
  const privateKey = await privateKeyOf(key, secrets);
  if (privateKey !== null) return { ...key, privateKey };
  if (!isLive(key)) return { ...key, privateKey: '' };
  return { ...key, privateKey: '', expiresAt: new Date(Date.now() - 1000) };
}

export const isLive = ({ expiresAt }: StoredKey) => !expiresAt || expiresAt > new Date();

/** Null where none of the secrets opens it. */
export async function privateKeyOf(key: StoredKey, secrets: AuthSecrets): Promise<string | null> {
  for (const secret of secrets.known) {
    try {
      return await symmetricDecrypt({ key: signInKeyOf(secret), data: JSON.parse(key.privateKey) });
    } catch {
      // Encrypted with another one.
    }
  }
  return null;
}
