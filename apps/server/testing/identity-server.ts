import Fastify, { type FastifyInstance } from 'fastify';
import { type Auth, createAuth } from '../src/adapters/better-auth/auth.ts';
import {
  type BuiltInIdentity,
  type BuiltInSettings,
  createBuiltInIdentity,
} from '../src/adapters/better-auth/built-in-identity.ts';
import { createAccountStore } from '../src/adapters/postgres/account-store.ts';
import type { Database } from '../src/adapters/postgres/database.ts';
import { createLoginAttempts } from '../src/adapters/postgres/login-attempts.ts';
import { createInvitationStore } from '../src/adapters/postgres/people/invitation-store.ts';
import { createPeopleStore } from '../src/adapters/postgres/people/people-store.ts';
import { createSecondFactors } from '../src/adapters/postgres/second-factor-store.ts';
import { createSignInSessions } from '../src/adapters/postgres/sign-in-session-store.ts';
import { mountAuth } from '../src/http/auth-mount.ts';
import { defaultTenantId } from '../src/lib/default-tenant.ts';
import { onlySecret } from '../src/ports/auth-secrets.ts';
import type { Log } from '../src/ports/log.ts';
import { testSecret } from './cluster.ts';
import { createTestDatabase } from './database.ts';

export const testOrigin = 'http://desk.example.com';
export const testAppKey = 'parley';
/** The one-time code for the first account. */
export const testCode = '0a1b2c3d4e5f';

export interface IdentityServer {
  readonly identity: BuiltInIdentity;
  readonly settings: BuiltInSettings;
  readonly app: FastifyInstance;
  /** What was logged, a line each. */
  readonly logged: string[];
}

/** The built-in provider, mounted as the server mounts it, as one process would have it. */
export async function startIdentity(
  database: Database,
  changes: Partial<BuiltInSettings> = {},
): Promise<IdentityServer> {
  const logged: string[] = [];
  const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const settings = identitySettings(database, { log, ...changes });
  const identity = await createBuiltInIdentity(settings);
  const app = Fastify({ trustProxy: 'loopback' });
  mountAuth(app, identity.handler);
  return { identity, settings, app, logged };
}

/** The same on a database of its own. */
export interface OpenIdentity extends IdentityServer {
  readonly database: Database;
  /** A second instance on the same database, as another process would have it. */
  startAnother(): Promise<IdentityServer>;
  stop(): Promise<void>;
}

export async function openIdentity(): Promise<OpenIdentity> {
  const testDatabase = await createTestDatabase();
  const database = await testDatabase.open();
  return {
    ...(await startIdentity(database)),
    database,
    startAnother: async () => startIdentity(await testDatabase.open()),
    stop: () => testDatabase.drop(),
  };
}

export function identitySettings(
  database: Database,
  changes: Partial<BuiltInSettings> = {},
): BuiltInSettings {
  const silent = () => {};
  return {
    database: database.identityPool,
    accounts: createAccountStore(database.identityPool),
    attempts: createLoginAttempts(database.identityPool),
    factors: createSecondFactors(database.identityPool, onlySecret(testSecret)),
    sessions: createSignInSessions(database.identityPool, defaultTenantId),
    invitations: createInvitationStore(database.identityPool, testAppKey),
    people: createPeopleStore(database.identityPool, testAppKey),
    outage: database.outage,
    secrets: onlySecret(testSecret),
    webOrigins: [testOrigin],
    appKey: testAppKey,
    signupRole: null,
    firstAccount: { code: testCode, codeAlwaysRequired: false },
    log: { debug: silent, info: silent, warn: silent, error: silent },
    ...changes,
  };
}

/** The provider's own interface, for tests that sign tokens with its key. */
export function authOf(settings: BuiltInSettings): Auth {
  return createAuth(settings);
}
