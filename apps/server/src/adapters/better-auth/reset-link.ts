import { randomBytes } from 'node:crypto';
import type { Auth } from './auth.ts';

const lifeMs = 60 * 60 * 1000;

/** Parley sends no mail: an administrator passes the link on. */
export async function makeResetLink(auth: Auth, origin: string, userId: string): Promise<string> {
  const { adapter, internalAdapter } = await auth.$context;
  await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] });
  const token = randomBytes(24).toString('base64url');
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: userId,
    expiresAt: new Date(Date.now() + lifeMs),
  });
  return `${origin}/sign-in/reset?token=${token}`;
}
