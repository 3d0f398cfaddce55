import { permissionsOf, roles } from '@parley/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { tokenWith } from '../../../../testing/tokens.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { Session } from '../session.ts';
import type { AuthClient } from './auth-client.ts';
import { createBuiltInSession } from './built-in-session.ts';

const person = { firstName: 'Ines', lastName: 'Marchetti', email: 'ines@example.com' };
const id = '5a1d2c3b-user';
const tokenFor = (m: object) => ({ token: tokenWith({ sub: id, ...person, m }), lifetimeMs: 60_000 });
type Issued = Awaited<ReturnType<AuthClient['currentToken']>>;

function setUp(...answers: (Issued | Error)[]) {
  const published: Session[] = [];
  const left = vi.fn();
  const client = {
    currentToken: vi.fn(async () => {
      const next = answers.shift() ?? null;
      if (next instanceof Error) throw next;
      return next;
    }),
    signIn: vi.fn(async () => 'signed-in' as const),
    verifyCode: vi.fn(async () => {}),
    signUp: vi.fn(async () => {}),
    signOut: vi.fn(async () => {}),
    resetPassword: vi.fn(async () => {}),
    lookAtInvitation: vi.fn(async () => Promise.reject(new Error('none'))),
    acceptInvitation: vi.fn(async () => {}),
  } satisfies AuthClient;
  const session = createBuiltInSession({
    client,
    appKey: 'parley',
    publish: (next) => published.push(next),
    leave: left,
  });
  const statuses = () => published.map(({ status }) => status);
  const last = () => {
    const newest = published.at(-1);
    if (newest === undefined) throw new Error('nothing was published');
    return newest;
  };
  const signedIn = () => {
    const newest = last();
    if (newest.status !== 'signed-in') throw new Error(`the session is ${newest.status}`);
    return newest;
  };
  return { session, client, left, statuses, last, signedIn };
}

afterEach(() => vi.restoreAllMocks());

test('without a cookie the session is signed out', async () => {
  const { session, statuses } = setUp(null);
  await session.start();
  expect(statuses()).toEqual(['loading', 'signed-out']);
});

test('a session cookie gives a signed-in user with a role', async () => {
  const { session, signedIn } = setUp(tokenFor({ parley: 'admin' }));
  await session.start();
  expect(signedIn()).toMatchObject({
    user: { id, ...person },
    authorization: { status: 'authorized', role: 'admin' },
  });
});

test('an expired session is signed out, not an error', async () => {
  const { session, last } = setUp(new ApiError('Sign in to continue.', 401, 'unauthenticated'));
  await session.start();
  expect(last()).toEqual({ status: 'signed-out' });
});

test('a provider that does not respond can be retried', async () => {
  const { session, last } = setUp(
    new ApiError('HTTP 502: Bad Gateway', 502, 'http_error'),
    tokenFor({ parley: '' }),
  );
  await session.start();
  const failed = last();
  if (failed.status !== 'unavailable') throw new Error(failed.status);
  expect(failed.message).toBe('HTTP 502: Bad Gateway');
  failed.retry();
  await vi.waitFor(() =>
    expect(last()).toMatchObject({ authorization: { status: 'authorized', role: null } }),
  );
});

test('PM9: a role that was changed counts with the next token, and only a change is published', async () => {
  const named = ['operator', 'operator', 'viewer', 'viewer', 'admin'];
  const { session, signedIn, statuses } = setUp(...named.map((role) => tokenFor({ parley: role })));
  const counts: string[] = [];
  await session.start();
  for (const _ of named) {
    const { authorization } = signedIn();
    if (authorization.status !== 'authorized') throw new Error(authorization.status);
    counts.push(roles.find((role) => permissionsOf[role] === authorization.permissions) ?? 'none');
    if (counts.length < named.length) await signedIn().getToken({ fresh: true });
  }
  expect(counts).toEqual(named);
  expect(statuses()).toEqual(['loading', 'signed-in', 'signed-in', 'signed-in']);
});

test('an invalid token is logged and gives no access', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { session, signedIn } = setUp({ token: 'only.two', lifetimeMs: 0 });
  await session.start();
  expect(signedIn().authorization).toEqual({ status: 'not-authorized' });
  expect(log).toHaveBeenCalledExactlyOnceWith('Invalid session token: it has 2 parts instead of 3');
});

test('signing in fetches the token of the new session', async () => {
  const { session, client, statuses, signedIn } = setUp(null, tokenFor({ parley: 'admin' }));
  await session.start();
  await session.signIn({ email: person.email, password: 'secret words' });
  expect(client.signIn).toHaveBeenCalledWith({ email: person.email, password: 'secret words' });
  expect(statuses()).toEqual(['loading', 'signed-out', 'signed-in']);
  expect(signedIn().user).toEqual({ id, ...person });
});

test('a renewed token is published only when its content changed', async () => {
  const { session, statuses, signedIn } = setUp(
    tokenFor({ parley: 'admin' }),
    tokenFor({ parley: 'admin' }),
    tokenFor({}),
  );
  await session.start();
  await signedIn().getToken({ fresh: true });
  expect(statuses()).toEqual(['loading', 'signed-in']);
  await signedIn().getToken({ fresh: true });
  expect(signedIn().authorization).toEqual({ status: 'not-authorized' });
});

test('a session that ended elsewhere ends here with the next token request', async () => {
  const { session, last, signedIn } = setUp(tokenFor({ parley: 'admin' }), null);
  await session.start();
  expect(await signedIn().getToken({ fresh: true })).toBeNull();
  expect(last()).toEqual({ status: 'signed-out' });
});

test('signing out leaves the page and shows the loading state in between', async () => {
  const { session, client, left, statuses, signedIn } = setUp(tokenFor({ parley: 'admin' }));
  await session.start();
  await signedIn().signOut();
  expect(client.signOut).toHaveBeenCalledOnce();
  expect(left).toHaveBeenCalledOnce();
  expect(statuses()).toEqual(['loading', 'signed-in', 'loading']);
});

test('a sign-out that fails changes nothing and throws', async () => {
  const { session, client, left, statuses, signedIn } = setUp(tokenFor({ parley: 'admin' }));
  await session.start();
  client.signOut.mockRejectedValueOnce(new ApiError('Could not reach the server.', 0, 'network_failed'));
  await expect(signedIn().signOut()).rejects.toThrow('Could not reach the server.');
  expect(left).not.toHaveBeenCalled();
  expect(statuses().at(-1)).toBe('signed-in');
});
