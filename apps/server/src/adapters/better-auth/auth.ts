import { limits } from '@parley/contract';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { jwt } from 'better-auth/plugins/jwt';
import type { AccountStore, LoginAttempts } from '../../ports/accounts.ts';
import type { AuthSecrets } from '../../ports/auth-secrets.ts';
import { clientAddressHeader } from '../../ports/identity.ts';
import type { Log } from '../../ports/log.ts';
import type { InvitationStore, PeopleStore } from '../../ports/people.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import type { SignInSessions } from '../../ports/sign-in-sessions.ts';
import { afterAuthHook, beforeAuthHook } from './auth-hooks.ts';
import { type FirstAccountGuard, type FirstAccountRule, guardFirstAccount } from './first-account.ts';
import { invitationEndpoints } from './invitations.ts';
import { createKnownDevices, deviceKeysOf, knownDeviceHeader } from './known-devices.ts';
import { ownSessions } from './own-sessions.ts';
import { audience, issuer, tokenSeconds } from './own-token.ts';
import { secondFactor } from './second-factor.ts';
import { signInKeyOf } from './sign-in-key.ts';
import { tokenKeyStore } from './token-keys.ts';

const day = 24 * 60 * 60;

export interface AuthSettings {
  /** A pool whose search path is the identity schema. */
  readonly database: NonNullable<BetterAuthOptions['database']>;
  readonly accounts: AccountStore;
  readonly attempts: LoginAttempts;
  readonly factors: SecondFactors;
  readonly sessions: SignInSessions;
  /** Left out in production: the time that codes of the second factor are compared with. */
  readonly now?: () => number;
  /** Left out in production: how passwords are kept, where the library's own way takes too long. */
  readonly passwords?: PasswordHash | undefined;
  readonly invitations: InvitationStore;
  readonly people: Pick<PeopleStore, 'signUpPolicy'>;
  readonly secrets: AuthSecrets;
  /** Allowed browser origins; the first is the public address. */
  readonly webOrigins: readonly [string, ...string[]];
  readonly appKey: string;
  readonly signupRole: string | null;
  readonly firstAccount: FirstAccountRule;
  readonly log: Log;
}

export type PasswordHash = Required<
  NonNullable<NonNullable<BetterAuthOptions['emailAndPassword']>['password']>
>;

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(settings: AuthSettings, firstAccount = firstAccountOf(settings)) {
  const rules = { ...settings, firstAccount };
  return betterAuth({
    ...tables,
    appName: 'Parley',
    database: settings.database,
    secret: signInKeyOf(settings.secrets.current),
    baseURL: settings.webOrigins[0],
    basePath: '/api/auth',
    trustedOrigins: [...settings.webOrigins],
    telemetry: { enabled: false },
    logger: loggerFor(settings.log),
    onAPIError: { onError: (error) => logFault(error, settings.log) },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      autoSignIn: true,
      ...(settings.passwords && { password: settings.passwords }),
      resetPasswordTokenExpiresIn: 60 * 60,
      revokeSessionsOnPasswordReset: true,
      // A new password ends a lock that others caused by guessing the old one.
      onPasswordReset: ({ user }) => settings.attempts.reset(user.email),
    },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: 7 * day, updateAge: day },
    rateLimit,
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: settings.webOrigins[0].startsWith('https://'),
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Set explicitly, because the library skips both checks where it detects a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      database: { generateId: 'uuid' },
    },
    databaseHooks: roleHooks(settings),
    hooks: { before: beforeAuthHook(rules), after: afterAuthHook(rules) },
    plugins: [
      tokens(settings),
      secondFactor({ ...settings, devices: devicesOf(settings), now: settings.now ?? Date.now }),
      ownSessions(settings.sessions),
      invitationEndpoints(settings),
    ],
  });
}

export function devicesOf({ secrets, webOrigins }: Pick<AuthSettings, 'secrets' | 'webOrigins'>) {
  return createKnownDevices(() => deviceKeysOf(secrets), webOrigins[0].startsWith('https://'));
}

export function firstAccountOf({ firstAccount, accounts, log }: AuthSettings): FirstAccountGuard {
  return guardFirstAccount(firstAccount, accounts, log);
}

/** They run after the account or session is committed; after a crash in between, the next sign-in grants the role. */
function roleHooks({ accounts, appKey, signupRole }: AuthSettings) {
  return {
    user: {
      create: {
        after: ({ id }) => accounts.grantInitialRole({ userId: id, appKey, defaultRole: signupRole }),
      },
    },
    session: {
      create: {
        after: ({ userId }) => accounts.grantInitialRole({ userId, appKey, defaultRole: null }),
      },
    },
  } satisfies BetterAuthOptions['databaseHooks'];
}

/** What determines the tables; a test compares the migration with it. */
export const tables = {
  user: {
    additionalFields: {
      firstName: { type: 'string', required: true },
      lastName: { type: 'string', required: true },
    },
  },
} as const satisfies BetterAuthOptions;

/**
 * By address and path, counted in the database for all servers together. The count is reset only after a window without
 * requests, so requests that a page repeats must not be counted: answering a token request costs less than counting it.
 */
const rateLimit = {
  enabled: true,
  storage: 'database',
  window: 60,
  max: 60,
  customRules: {
    // A flood of attempts must not lock out known browsers behind the same address.
    '/sign-in/email': ({ headers }) => (headers.has(knownDeviceHeader) ? false : { window: 60, max: 30 }),
    '/sign-up/email': { window: 60, max: 20 },
    '/reset-password': { window: 60, max: 20 },
    '/second-factor/verify': { window: 60, max: 30 },
    '/get-session': false,
    '/token': false,
  },
} as const satisfies BetterAuthOptions['rateLimit'];

function tokens({ accounts, sessions, secrets }: AuthSettings) {
  return jwt({
    adapter: tokenKeyStore(secrets),
    jwks: {
      // `tokenKeyStore` encrypts them.
      disablePrivateKeyEncryption: true,
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: 30 * day,
      // Longer than any token signed with the old key is valid, on servers whose clocks differ.
      gracePeriod: 60 * 60,
    },
    jwt: {
      issuer,
      audience: audience,
      expirationTime: `${tokenSeconds}s`,
      definePayload: async ({ user, session }) => ({
        azp: audience,
        sid: session.id,
        email: user.email,
        firstName: user.firstName,
        lastName: user.lastName,
        // Nothing but the set-up of a second factor is open to whoever has such a token.
        ...((await sessions.lacksSecondFactor(user.id)) && { sf: 'missing' }),
        ...(await accessClaims(accounts, user.id)),
      }),
    },
  });
}

/** `ver`: docs/people.md, PE20. */
async function accessClaims(accounts: AccountStore, userId: string) {
  const { memberships, version } = await accounts.accessOf(userId);
  return { m: memberships, ver: version };
}

/** Logs failures of the server. A client's mistake is in the response it gets. */
function logFault(error: unknown, log: Log): void {
  if (error instanceof APIError && error.statusCode < 500) return;
  log.error(
    { why: error instanceof Error ? error.message : String(error) },
    'identity: request failed with an internal error',
  );
}

function loggerFor(log: Log): NonNullable<BetterAuthOptions['logger']> {
  return {
    // Below this level the library logs email addresses.
    level: 'warn',
    log: (level, message, ...details) => {
      const cause = details.find((detail) => detail instanceof Error);
      // The library logs clients' mistakes as errors too: a foreign origin, two sign-ups with one address. Failures of
      // the server are logged by `logFault`.
      const write = level === 'error' ? log.warn : log.info;
      // Only the message: a database error also carries the row it concerns.
      write.call(log, cause ? { why: cause.message } : {}, `identity: ${message}`);
    },
  };
}
