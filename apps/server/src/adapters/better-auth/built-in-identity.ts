import type { IdentityProvider } from '../../ports/identity.ts';
import { type Auth, type AuthSettings, createAuth, firstAccountOf } from './auth.ts';
import { createAuthRequestHandler } from './auth-requests.ts';
import { createKnownDevices } from './known-devices.ts';
import { type NodeHandler, type Outage, toNodeHandler } from './node-handler.ts';
import { verifyOwnToken } from './own-token.ts';
import { makeResetLink } from './reset-link.ts';
import { createVerificationKeys } from './verification-keys.ts';

export interface BuiltInIdentity extends IdentityProvider {
  /** Everything below /api/auth. */
  readonly handler: NodeHandler;
  /** A link that sets a new password, once and within an hour. Earlier links of the same person stop working. */
  resetLink(userId: string): Promise<string>;
}

export interface BuiltInSettings extends AuthSettings {
  readonly outage: Outage;
}

export async function createBuiltInIdentity(settings: BuiltInSettings): Promise<BuiltInIdentity> {
  const firstAccount = firstAccountOf(settings);
  const auth = createAuth(settings, firstAccount);
  await retireUnreadableKeys(auth, settings);
  const keys = createVerificationKeys(() => auth.api.getJwks());
  const [origin] = settings.webOrigins;
  const devices = createKnownDevices(settings.secret, origin.startsWith('https://'));

  return {
    scriptHosts: [],
    verify: (token) => verifyOwnToken(token, keys),
    publicConfig: async (visitor) => ({
      provider: 'built-in',
      firstAccountNeedsCode: await firstAccount.needsCode(visitor),
    }),
    handler: toNodeHandler(
      createAuthRequestHandler(origin, devices, auth.handler),
      settings.outage,
      settings.log,
    ),
    resetLink: (userId) => makeResetLink(auth, origin, userId),
  };
}

/** With another AUTH_SECRET the stored signing keys cannot be decrypted: they are retired, and people sign in again. */
async function retireUnreadableKeys(auth: Auth, { log }: AuthSettings): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: { sub: 'start-up check' } } });
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('decrypt'))) throw error;
    const { adapter } = await auth.$context;
    await adapter.updateMany({
      model: 'jwks',
      where: [{ field: 'createdAt', operator: 'lte', value: new Date() }],
      update: { expiresAt: new Date() },
    });
    log.warn({}, 'identity: AUTH_SECRET has changed; all users must sign in again');
  }
}
