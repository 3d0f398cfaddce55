import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ClerkMint, createClerkMint } from '../../../testing/tokens.ts';
import type { IdentityProvider } from '../../ports/identity.ts';
import { InvalidToken } from '../../ports/identity.ts';
import { createClerkIdentity } from './clerk-identity.ts';

const origins = ['https://desk.example.com', 'http://localhost:3000'];
let mint: ClerkMint;
let identity: IdentityProvider;

beforeAll(async () => {
  mint = await createClerkMint('parley', 'https://desk.example.com');
  const { publishableKey, publicKey: jwtKey } = mint;
  identity = await createClerkIdentity({ publishableKey, jwtKey, webOrigins: origins });
});

const verify = async (changes: JWTPayload) => identity.verify(await mint.sign(mint.claims(changes)));
const now = () => Math.floor(Date.now() / 1000);

describe('a Clerk token', () => {
  test('of a session that is still pending is refused', async () => {
    await expect(verify({ sts: 'pending' })).rejects.toThrow(InvalidToken);
    await expect(verify({ sts: undefined })).resolves.toMatchObject({ firstName: 'Kit' });
  });

  test('may come from every origin of ours', async () => {
    for (const azp of origins) await expect(verify({ azp })).resolves.toBeDefined();
    for (const azp of ['', 'https://desk.example.com.evil.example', null, 7]) {
      await expect(verify({ azp })).rejects.toThrow(InvalidToken);
    }
  });

  test('ends to the second, and is good five seconds early, as clocks differ', async () => {
    await expect(verify({ iat: now() - 57, exp: now() + 3 })).resolves.toBeDefined();
    await expect(verify({ iat: now() - 61, exp: now() - 1 })).rejects.toThrow(InvalidToken);
    await expect(verify({ nbf: now() + 3 })).resolves.toBeDefined();
    await expect(verify({ nbf: now() + 8 })).rejects.toThrow(InvalidToken);
  });

  test('names no organization for a personal account', async () => {
    for (const o of [undefined, null, {}, { id: '' }, 'org_1']) {
      await expect(verify({ o })).resolves.toMatchObject({ organization: null, organizationRole: null });
    }
  });
});

test('the claims that docs/clerk.md asks for are the claims that are read', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/clerk.md'), 'utf8');
  const [template = ''] = /\{\s+"email"[^`]+/.exec(page) ?? [];
  const values: Record<string, unknown> = {
    '{{user.primary_email_address}}': 'ana@example.com',
    '{{user.first_name}}': 'Ana',
    '{{user.last_name}}': 'Sousa',
    '{{user.public_metadata.m}}': { parley: 'lead' },
  };
  const claims = Object.entries(JSON.parse(template) as Record<string, string>);
  const filled = Object.fromEntries(claims.map(([name, placeholder]) => [name, values[placeholder]]));
  expect(await verify(filled)).toMatchObject({
    email: 'ana@example.com',
    firstName: 'Ana',
    lastName: 'Sousa',
    memberships: { parley: 'lead' },
  });
});

test('the browser is told the key, and the policy which hosts it needs', async () => {
  expect(await identity.publicConfig({ local: false })).toEqual({
    provider: 'clerk',
    publishableKey: mint.publishableKey,
  });
  expect(identity.scriptHosts).toEqual(['quiet-heron-12.clerk.accounts.dev', 'challenges.cloudflare.com']);
});

test.each([
  ['admin', 'admin'],
  ['viewer', 'viewer'],
  [undefined, ''],
])('the role %j in the organization is read as %j', async (rol, organizationRole) => {
  const o = { id: 'org_1', slg: 'practice', rol };
  await expect(verify({ o })).resolves.toMatchObject({ organization: 'org_1', organizationRole });
});

describe('without CLERK_JWT_KEY', () => {
  const withFetch = (fetch: typeof globalThis.fetch) =>
    createClerkIdentity({ publishableKey: mint.publishableKey, jwtKey: null, webOrigins: origins, fetch });

  test('the keys are asked for at the host of the publishable key, once', async () => {
    const asked: string[] = [];
    const fetched = await withFetch(async (url) => {
      asked.push(String(url));
      return Response.json(mint.jwks);
    });
    await fetched.verify(await mint.sign(mint.claims()));
    await fetched.verify(await mint.sign(mint.claims()));
    expect(asked).toEqual(['https://quiet-heron-12.clerk.accounts.dev/.well-known/jwks.json']);
  });

  test.each([
    ['is not reachable', () => Promise.reject(new TypeError('fetch failed'))],
    ['does not answer', () => Promise.reject(new DOMException('too late', 'TimeoutError'))],
    ['answers with an error', async () => new Response('no', { status: 503 })],
    ['answers with a page', async () => new Response('<html>')],
    ['answers with something else', async () => Response.json({ keys: 'none' })],
  ])('a token is not called bad because Clerk %s', async (_name, answer: () => Promise<Response>) => {
    const fetched = await withFetch(answer);
    const refused: unknown = await fetched.verify(await mint.sign(mint.claims())).catch((error) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(refused).not.toBeInstanceOf(InvalidToken);
  });
});
