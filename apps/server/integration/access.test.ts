import { permissionsOf } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuth } from '../src/adapters/better-auth/auth.ts';
import { createBuiltInIdentity } from '../src/adapters/better-auth/built-in-identity.ts';
import { createClerkIdentity } from '../src/adapters/clerk/clerk-identity.ts';
import { buildApp } from '../src/composition/app.ts';
import { createAuthenticate } from '../src/features/access/authenticate.ts';
import { defaultTenant } from '../src/features/access/tenant.ts';
import type { Caller } from '../src/ports/caller.ts';
import type { Endpoints } from '../src/ports/endpoint.ts';
import type { IdentityProvider } from '../src/ports/identity.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { identitySettings, testAppKey, testOrigin } from '../testing/identity-server.ts';
import { createBuiltInMint, createClerkMint, type TokenMint, tokenCases } from '../testing/tokens.ts';

interface Setting {
  identity: IdentityProvider;
  mint: TokenMint;
}

const providers: Record<string, (database: TestDatabase) => Promise<Setting>> = {
  'built-in': async (database) => {
    const settings = identitySettings(await database.open());
    const identity = await createBuiltInIdentity(settings);
    return { identity, mint: await createBuiltInMint(createAuth(settings), testAppKey) };
  },
  Clerk: async () => {
    const mint = await createClerkMint(testAppKey, testOrigin);
    const { publishableKey, publicKey: jwtKey } = mint;
    return {
      identity: await createClerkIdentity({ publishableKey, jwtKey, webOrigins: [testOrigin] }),
      mint,
    };
  },
};

describe.each(Object.keys(providers))('the guard of the API with tokens of %s', (provider) => {
  let database: TestDatabase;
  let setting: Setting;
  let app: FastifyInstance;
  let seen: Caller | null;

  beforeAll(async () => {
    database = await createTestDatabase();
    setting = await (providers[provider] as (database: TestDatabase) => Promise<Setting>)(database);
    const listAgents: Endpoints['listAgents'] = async ({ caller }) => {
      seen = caller;
      return { agents: [] };
    };
    app = await buildApp({
      log: pino({ level: 'silent' }),
      trustProxy: false,
      security: { scriptHosts: [], https: false },
      webDir: '/nowhere',
      authenticate: createAuthenticate(setting.identity, testAppKey),
      endpoints: { listAgents } as Endpoints,
      auth: null,
      carriers: null,
    });
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  test.each(tokenCases(testAppKey))(
    '$name: $status',
    async ({ token, status, countsAs = 'viewer', organization }) => {
      seen = null;
      const bearer = await token(setting.mint);
      const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
      const answer = await app.inject({ url: '/api/agents', headers });
      expect(answer.statusCode).toBe(status);
      if (status === 200) {
        const tenantId = organization ?? defaultTenant();
        expect(seen).toMatchObject({ permissions: permissionsOf[countsAs], tenantId });
      } else {
        expect(seen).toBeNull();
        expect(answer.json().code).toBe(status === 401 ? 'unauthenticated' : 'forbidden');
      }
    },
  );

  test('a valid token anywhere but in the bearer header is ignored', async () => {
    const token = await setting.mint.sign(setting.mint.claims());
    for (const headers of [
      { authorization: token },
      { authorization: `Basic ${token}` },
      { cookie: `token=${token}` },
    ]) {
      expect((await app.inject({ url: '/api/agents', headers })).statusCode).toBe(401);
    }
    expect((await app.inject(`/api/agents?access_token=${token}`)).statusCode).toBe(401);
  });
});
