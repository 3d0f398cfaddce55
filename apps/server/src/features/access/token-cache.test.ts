import { expect, test } from 'vitest';
import { InvalidToken, type VerifiedToken } from '../../ports/identity.ts';
import { cacheTokens } from './token-cache.ts';

function tokenUntil(expiresAt: number): VerifiedToken {
  return {
    subject: 'kit',
    email: null,
    firstName: null,
    lastName: null,
    organization: null,
    memberships: null,
    organizationRole: null,
    lacksSecondFactor: false,
    sessionId: null,
    accessVersion: null,
    expiresAt: new Date(expiresAt),
  };
}

/** Counts how often a signature was really checked. */
function provider(lifeMs: number) {
  const state = { now: 0, checks: 0, good: true };
  const verify = cacheTokens(
    async () => {
      state.checks += 1;
      if (!state.good) throw new InvalidToken('no');
      return tokenUntil(lifeMs);
    },
    () => state.now,
  );
  return { state, verify };
}

test('a token that was good is not checked again while it lives', async () => {
  const { state, verify } = provider(30_000);
  const first = await verify('a');
  state.now = 29_999;
  expect(await verify('a')).toEqual(first);
  expect(state.checks).toBe(1);
});

test('a token that has ended is checked again, and refused', async () => {
  const { state, verify } = provider(30_000);
  await verify('a');
  state.now = 30_000;
  state.good = false;
  await expect(verify('a')).rejects.toThrow(InvalidToken);
  expect(state.checks).toBe(2);
});

test('a long-lived token is checked again after a minute, so that a withdrawn key stops working', async () => {
  const { state, verify } = provider(3_600_000);
  await verify('a');
  state.now = 60_000;
  state.good = false;
  await expect(verify('a')).rejects.toThrow(InvalidToken);
});

test('a token that was refused is checked each time', async () => {
  const { state, verify } = provider(30_000);
  state.good = false;
  await expect(verify('a')).rejects.toThrow(InvalidToken);
  await expect(verify('a')).rejects.toThrow(InvalidToken);
  state.good = true;
  await verify('a');
  expect(state.checks).toBe(3);
});

test('a cached token does not authenticate another', async () => {
  const { state, verify } = provider(30_000);
  await verify('a');
  await verify('b');
  expect(state.checks).toBe(2);
});

test('a flood of tokens does not fill the memory', async () => {
  const { state, verify } = provider(30_000);
  for (let n = 0; n <= 5_000; n += 1) await verify(String(n));
  await verify('0');
  expect(state.checks).toBe(5_002);
  await verify('5000');
  expect(state.checks).toBe(5_002);
});
