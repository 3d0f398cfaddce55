import type { IdentityProvider } from '../../ports/identity.ts';
import { type Auth, type AuthSettings, createAuth, devicesOf, firstAccountOf } from './auth.ts';
import { createAuthRequestHandler } from './auth-requests.ts';
import { type NodeHandler, type Outage, toNodeHandler } from './node-handler.ts';
import { verifyOwnToken } from './own-token.ts';
import { makeResetLink } from './reset-link.ts';
import { retireUnreadableKeys } from './retire-keys.ts';
import { signInKeyOf } from './sign-in-key.ts';
import { signedWith } from './signed-cookies.ts';
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
  const { secrets } = settings;
  await retireUnreadableKeys(auth, secrets, settings.log);
  // Makes the first key before there are requests: servers that each made one for theirs would not know the others' yet.
  await auth.api.signJWT({ body: { payload: { sub: 'start-up check' } } });
  const keys = createVerificationKeys(() => auth.api.getJwks());
  const [origin] = settings.webOrigins;
  const acceptedKeys = () => secrets.accepted.map(signInKeyOf) as [string, ...string[]];
  const devices = devicesOf(settings);
  // An instance for each secret that has been current, because the library signs cookies with a fixed one.
  const signing = new Map<string, Auth>([[secrets.current.id, auth]]);
  const library = () => {
    const found = signing.get(secrets.current.id) ?? createAuth(settings, firstAccount);
    signing.set(secrets.current.id, found);
    return found;
  };

  return {
    scriptHosts: [],
    accounts: { managedBy: 'built-in', elsewhere: null },
    verify: (token) => verifyOwnToken(token, keys),
    publicConfig: async (visitor) => ({
      provider: 'built-in',
      firstAccountNeedsCode: await firstAccount.needsCode(visitor),
      signUp: await settings.people.signUpPolicy(),
    }),
    handler: toNodeHandler(
      createAuthRequestHandler(origin, devices, {
        cookies: (header) => signedWith(signInKeyOf(secrets.current), acceptedKeys(), header),
        handle: (request) => library().handler(request),
        useSession: (token, idleSeconds) => settings.sessions.use(token, idleSeconds),
      }),
      settings.outage,
      settings.log,
    ),
    resetLink: (userId) => makeResetLink(auth, origin, userId),
  };
}
