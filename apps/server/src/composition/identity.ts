import { knownRole } from '@parley/contract';
import type { PasswordHash } from '../adapters/better-auth/auth.ts';
import { createAccountStore } from '../adapters/postgres/account-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createLoginAttempts } from '../adapters/postgres/login-attempts.ts';
import { createInvitationStore } from '../adapters/postgres/people/invitation-store.ts';
import { createPeopleStore } from '../adapters/postgres/people/people-store.ts';
import { createSecondFactors } from '../adapters/postgres/second-factor-store.ts';
import { createSignInSessions } from '../adapters/postgres/sign-in-session-store.ts';
import type { Config } from '../config/config.ts';
import { isReachable } from '../config/loopback.ts';
import { defaultTenantId } from '../lib/default-tenant.ts';
import type { AuthSecrets } from '../ports/auth-secrets.ts';
import { type IdentityProvider, InvalidToken } from '../ports/identity.ts';
import type { Log } from '../ports/log.ts';
import type { Addresses } from './addresses.ts';
import type { AppDeps } from './app.ts';
import { firstAccountCodes } from './secrets.ts';

export interface Identity {
  readonly provider: IdentityProvider;
  readonly auth: AppDeps['auth'];
  /** A link that sets a new password; null where another service has the passwords. */
  readonly resetLink: ((userId: string) => Promise<string>) | null;
  /** Printed at start while the first account still needs it. */
  readonly codeToPrint: string | null;
}

export interface IdentityTestOverrides {
  readonly passwords?: PasswordHash | undefined;
}

/**
 * Clerk if its keys are set, otherwise the built-in accounts. Only the chosen one is loaded: the library of the accounts
 * takes almost half of the server's loading time.
 */
export async function chooseIdentity(
  config: Config,
  { webOrigins }: Addresses,
  database: Database,
  secrets: AuthSecrets,
  log: Log,
  testOverrides: IdentityTestOverrides = {},
): Promise<Identity> {
  if (config.identity.provider === 'clerk') {
    const { publishableKey, jwtKey } = config.identity;
    const { createClerkIdentity } = await import('../adapters/clerk/clerk-identity.ts');
    return {
      provider: await createClerkIdentity({ publishableKey, jwtKey, webOrigins }),
      auth: null,
      resetLink: null,
      codeToPrint: null,
    };
  }
  const { signupRole } = config.identity;
  if (signupRole !== null && knownRole(signupRole) === null)
    log.warn(
      { signupRole },
      'SIGNUP_ROLE is none of viewer, operator and admin; an unknown role counts as operator',
    );
  const { createBuiltInIdentity } = await import('../adapters/better-auth/built-in-identity.ts');
  const firstAccount = { ...firstAccountCodes(secrets), codeAlwaysRequired: isReachable(config) };
  const builtIn = await createBuiltInIdentity({
    database: database.identityPool,
    accounts: createAccountStore(database.identityPool),
    attempts: createLoginAttempts(database.identityPool),
    factors: createSecondFactors(database.identityPool, secrets),
    sessions: createSignInSessions(database.identityPool, defaultTenantId),
    invitations: createInvitationStore(database.identityPool, config.appKey),
    people: createPeopleStore(database.identityPool, config.appKey),
    secrets,
    webOrigins,
    appKey: config.appKey,
    signupRole,
    firstAccount,
    outage: database.outage,
    passwords: testOverrides.passwords,
    log,
  });
  const publicConfig = await builtIn.publicConfig({ local: true });
  const needsCode = publicConfig.provider === 'built-in' && publicConfig.firstAccountNeedsCode;
  return {
    provider: reportingOutages(builtIn, database),
    auth: builtIn.handler,
    resetLink: builtIn.resetLink,
    codeToPrint: needsCode ? firstAccount.code : null,
  };
}

/** The provider hides database errors behind its own, so an outage is reported instead of them. */
function reportingOutages(provider: IdentityProvider, { outage }: Database): IdentityProvider {
  const rethrow = async (error: unknown): Promise<never> => {
    throw error instanceof InvalidToken ? error : ((await outage()) ?? error);
  };
  return {
    ...provider,
    verify: (token) => provider.verify(token).catch(rethrow),
    publicConfig: (visitor) => provider.publicConfig(visitor).catch(rethrow),
  };
}
