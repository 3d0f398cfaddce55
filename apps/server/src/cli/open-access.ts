import { createAccessList } from '../adapters/postgres/access-list.ts';
import { createAccountStore } from '../adapters/postgres/account-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createLoginAttempts } from '../adapters/postgres/login-attempts.ts';
import { createInvitationStore } from '../adapters/postgres/people/invitation-store.ts';
import { createPeopleStore } from '../adapters/postgres/people/people-store.ts';
import { createSecondFactors } from '../adapters/postgres/second-factor-store.ts';
import { createSignInSessions } from '../adapters/postgres/sign-in-session-store.ts';
import { readAddressFile } from '../composition/address-file.ts';
import { firstAccountCode } from '../composition/secrets.ts';
import type { Config } from '../config/config.ts';
import { defaultTenantId } from '../lib/default-tenant.ts';
import type { AuthSecrets } from '../ports/auth-secrets.ts';
import type { AccessTools } from './access-commands.ts';
import { openCommandDatabase } from './open-database.ts';
import { CommandUnavailable } from './unavailable.ts';

export interface OpenAccess extends AccessTools, AsyncDisposable {}

/** The way into the same database as the server's, which is found running or started for the moment. */
export async function openAccess(config: Config): Promise<OpenAccess> {
  if (config.identity.provider === 'clerk') {
    throw new CommandUnavailable(
      'Clerk looks after the accounts of this Parley (CLERK_PUBLISHABLE_KEY is set). Give access there: docs/clerk.md.',
    );
  }
  const { signupRole } = config.identity;
  const opened = await openCommandDatabase(config);
  const { database, secrets } = opened;
  return {
    appKey: config.appKey,
    accounts: createAccessList(database.identityPool),
    firstAccountCode: firstAccountCode(secrets.current.value),
    removeSecondFactor: (userId) =>
      createSecondFactors(database.identityPool, secrets).remove(userId, 'command line'),
    resetLink: (userId) => makeLink(config, signupRole, secrets, database, userId),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

async function makeLink(
  config: Config,
  signupRole: string | null,
  secrets: AuthSecrets,
  { identityPool }: Database,
  userId: string,
): Promise<string> {
  const { createAuth } = await import('../adapters/better-auth/auth.ts');
  const { makeResetLink } = await import('../adapters/better-auth/reset-link.ts');
  const origin = webOrigin(config);
  const auth = createAuth({
    database: identityPool,
    accounts: createAccountStore(identityPool),
    attempts: createLoginAttempts(identityPool),
    factors: createSecondFactors(identityPool, secrets),
    sessions: createSignInSessions(identityPool, defaultTenantId),
    invitations: createInvitationStore(identityPool, config.appKey),
    people: createPeopleStore(identityPool, config.appKey),
    secrets,
    webOrigins: [origin],
    appKey: config.appKey,
    signupRole,
    firstAccount: { code: firstAccountCode(secrets.current.value), codeAlwaysRequired: true },
    log: silent,
  });
  return makeResetLink(auth, origin, userId);
}

function webOrigin(config: Config): string {
  const [first] = config.webOrigins ?? [];
  if (first !== undefined) return first;
  if (config.publicUrl !== null) return new URL(config.publicUrl).origin;
  return readAddressFile(config.dataDir) ?? `http://${config.host}:${config.port}`;
}

const nothing = () => {};
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
