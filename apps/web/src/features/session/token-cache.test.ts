import { expect, test } from 'vitest';
import { createTokenCache, type IssuedToken } from './token-cache.ts';

function cacheWith(...tokens: (IssuedToken | null | Error)[]) {
  let time = 0;
  let requests = 0;
  const cache = createTokenCache({
    now: () => time,
    async fetchToken() {
      const next = tokens[requests];
      requests += 1;
      if (next instanceof Error) throw next;
      return next ?? null;
    },
  });
  return {
    cache,
    requests: () => requests,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const minute = (token: string): IssuedToken => ({ token, lifetimeMs: 60_000 });

test('a token is reused while it is valid and replaced before it expires', async () => {
  const { cache, requests, pass } = cacheWith(minute('one'), minute('two'));
  expect(await cache.get()).toBe('one');
  pass(44_999);
  expect(await cache.get()).toBe('one');
  expect(requests()).toBe(1);
  pass(1);
  expect(await cache.get()).toBe('two');
  expect(requests()).toBe(2);
});

test('concurrent callers share one request', async () => {
  const { cache, requests } = cacheWith(minute('one'), minute('two'));
  expect(await Promise.all([cache.get(), cache.get({ fresh: true }), cache.get()])).toEqual([
    'one',
    'one',
    'one',
  ]);
  expect(requests()).toBe(1);
});

test('a fresh token can be requested', async () => {
  const { cache } = cacheWith(minute('one'), minute('two'));
  await cache.get();
  expect(await cache.get({ fresh: true })).toBe('two');
  expect(await cache.get()).toBe('two');
});

test('a failure is passed on, and the next call tries again', async () => {
  const { cache } = cacheWith(new Error('no network'), minute('one'));
  await expect(cache.get()).rejects.toThrow('no network');
  expect(await cache.get()).toBe('one');
});

test('without a session there is no token, and each call asks again', async () => {
  const { cache, requests } = cacheWith(null, null);
  expect(await cache.get()).toBeNull();
  expect(await cache.get()).toBeNull();
  expect(requests()).toBe(2);
});

test('a token of unknown lifetime is used once', async () => {
  const { cache } = cacheWith({ token: 'one', lifetimeMs: 0 }, minute('two'));
  expect(await cache.get()).toBe('one');
  expect(await cache.get()).toBe('two');
});

test('a cleared token is not used again', async () => {
  const { cache } = cacheWith(minute('one'), null);
  await cache.get();
  cache.clear();
  expect(await cache.get()).toBeNull();
});
