import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import type { Log } from '../../ports/log.ts';
import type { Auth } from './auth.ts';
import { isLive, privateKeyOf, type StoredKey } from './token-keys.ts';

/** After AUTH_SECRET was lost and replaced, the stored keys cannot be read: they are retired, and people sign in again. */
export async function retireUnreadableKeys(auth: Auth, secrets: AuthSecrets, log: Log): Promise<void> {
  const { adapter } = await auth.$context;
  const stored = await adapter.findMany<StoredKey>({ model: 'jwks' });
  const readable = await Promise.all(stored.map((key) => privateKeyOf(key, secrets)));
  const unreadable = stored.filter((key, index) => readable[index] === null && isLive(key));
  if (unreadable.length === 0) return;
  for (const { id } of unreadable) {
    await adapter.update({
      model: 'jwks',
      where: [{ field: 'id', value: id }],
      update: { expiresAt: new Date() },
    });
  }
  log.warn({}, 'identity: stored signing keys belong to another AUTH_SECRET; all users must sign in again');
}
