import type { IdentityProvider } from '../../ports/identity.ts';
import { type Auth, type AuthSettings, createAuth } from './auth.ts';
import { createFrontDoor } from './front-door.ts';
import { createKeyRing } from './key-ring.ts';
import { type NodeHandler, type Outage, toNodeHandler } from './node-handler.ts';
import { makeResetLink } from './reset-link.ts';
import { verifyOwnToken } from './token-rule.ts';

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
  const auth = createAuth(settings);
  await retireUnreadableKeys(auth, settings);
  const keys = createKeyRing(() => auth.api.getJwks());
  const [origin] = settings.webOrigins;
  const { firstAccountCode, accounts, outage, log } = settings;
  let firstTaken = false;

  return {
    scriptHosts: [],
    verify: (token) => verifyOwnToken(token, keys),
    async publicConfig() {
      firstTaken ||= await accounts.firstAccountTaken();
      return { provider: 'built-in', firstAccountNeedsCode: firstAccountCode !== null && !firstTaken };
    },
    handler: toNodeHandler(createFrontDoor(origin, auth.handler), outage, log),
    resetLink: (userId) => makeResetLink(auth, origin, userId),
  };
}

/** Under another AUTH_SECRET the stored signing keys cannot be read; people sign in again, with a new key. */
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
    log.warn({}, 'identity: AUTH_SECRET has changed; everybody signs in again');
  }
}
