import { expect, test } from 'vitest';
import { fakeFetch, jsonResponse } from '../../../../testing/fake-fetch.ts';
import { tokenWith } from '../../../../testing/tokens.ts';
import { createAuthClient } from './auth-client.ts';

const session = { user: { id: '1', email: 'a@example.com', firstName: 'A', lastName: 'B' }, expiresAt: '' };
const token = tokenWith({ iat: 1, exp: 61 });

test('a visitor costs one request and no error', async () => {
  const { fetch, seen } = fakeFetch(jsonResponse(null));
  expect(await createAuthClient(fetch).currentToken()).toBeNull();
  expect(seen.map(({ url }) => url)).toEqual(['/api/auth/get-session']);
});

test('the token comes with the session response', async () => {
  const { fetch, seen } = fakeFetch(jsonResponse(session, { headers: { 'set-auth-jwt': token } }));
  expect(await createAuthClient(fetch).currentToken()).toEqual({ token, lifetimeMs: 60_000 });
  expect(seen).toHaveLength(1);
});

test('without a token in the session response, one is requested', async () => {
  const { fetch, seen } = fakeFetch(jsonResponse(session), jsonResponse({ token }));
  expect(await createAuthClient(fetch).currentToken()).toEqual({ token, lifetimeMs: 60_000 });
  expect(seen.map(({ url }) => url)).toEqual(['/api/auth/get-session', '/api/auth/token']);
});

test('an error carries the message and code of the server', async () => {
  const { fetch, seen } = fakeFetch(
    jsonResponse({ error: 'Too many attempts.', code: 'too_many_attempts' }, { status: 429 }),
  );
  const attempt = createAuthClient(fetch).signIn({ email: 'a@example.com', password: 'x' });
  await expect(attempt).rejects.toMatchObject({
    message: 'Too many attempts.',
    status: 429,
    code: 'too_many_attempts',
  });
  expect(seen).toMatchObject([
    { url: '/api/auth/sign-in/email', method: 'POST', body: { email: 'a@example.com', password: 'x' } },
  ]);
});
