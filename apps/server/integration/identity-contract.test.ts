import { membershipOf } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuiltInIdentity } from '../src/adapters/better-auth/built-in-identity.ts';
import { createClerkIdentity } from '../src/adapters/clerk/clerk-identity.ts';
import { type IdentityProvider, InvalidToken } from '../src/ports/identity.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { authOf, identitySettings, testAppKey, testOrigin } from '../testing/identity-server.ts';
import { createBuiltInMint, createClerkMint, type TokenMint, tokenCases } from '../testing/tokens.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Subject {
  identity: IdentityProvider;
  mint: TokenMint;
}

async function builtIn(): Promise<Subject> {
  const settings = identitySettings(await database.open());
  const identity = await createBuiltInIdentity(settings);
  return { identity, mint: await createBuiltInMint(authOf(settings), testAppKey) };
}

async function clerk(): Promise<Subject> {
  const mint = await createClerkMint(testAppKey, testOrigin);
  const { publishableKey, publicKey: jwtKey } = mint;
  return { identity: await createClerkIdentity({ publishableKey, jwtKey, webOrigins: [testOrigin] }), mint };
}

/** Clerk without CLERK_JWT_KEY: the key is fetched from the instance's host, which this emulates. */
async function clerkByKeySet(): Promise<Subject> {
  const mint = await createClerkMint(testAppKey, testOrigin);
  const fetch = async () => Response.json(mint.jwks);
  const settings = { publishableKey: mint.publishableKey, jwtKey: null, webOrigins: [testOrigin], fetch };
  return { identity: await createClerkIdentity(settings), mint };
}

describe.each([
  { name: 'built-in', make: builtIn, acceptsNoParty: false },
  { name: 'Clerk with its key given', make: clerk, acceptsNoParty: true },
  { name: 'Clerk with its key fetched', make: clerkByKeySet, acceptsNoParty: true },
])('an identity provider: $name', ({ make, acceptsNoParty }) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await make();
  });

  test.each(tokenCases(testAppKey))('$name: $status', async ({ token, status, role, organization }) => {
    const given = (await token(subject.mint)) ?? '';
    if (status === 401) {
      await expect(subject.identity.verify(given)).rejects.toThrow(InvalidToken);
      return;
    }
    const verified = await subject.identity.verify(given);
    expect(verified).toMatchObject({
      email: 'kit@example.com',
      firstName: 'Kit',
      lastName: 'Reed',
      organization: organization ?? null,
    });
    expect(verified.subject).not.toBe('');
    const membership = membershipOf(verified.memberships, testAppKey);
    expect(membership).toEqual(status === 200 ? { role } : null);
  });

  test('reports when the token expires', async () => {
    const claims = subject.mint.claims();
    const { expiresAt } = await subject.identity.verify(await subject.mint.sign(claims));
    expect(expiresAt.getTime()).toBe((claims.exp ?? 0) * 1000);
  });

  test('name and email address are optional', async () => {
    const nobody = subject.mint.claims({ email: null, firstName: '', lastName: undefined });
    const verified = await subject.identity.verify(await subject.mint.sign(nobody));
    expect(verified).toMatchObject({ email: null, firstName: null, lastName: null });
  });

  test('a token without an authorised party', async () => {
    const verified = subject.identity.verify(
      await subject.mint.sign(subject.mint.claims({ azp: undefined })),
    );
    if (acceptsNoParty) await expect(verified).resolves.toMatchObject({ firstName: 'Kit' });
    else await expect(verified).rejects.toThrow(InvalidToken);
  });
});
