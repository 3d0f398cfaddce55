import { expect, test } from 'vitest';
import { createTokenKeeper, type KeptToken } from './token-keeper.ts';

function keeperWith(...tokens: (KeptToken | null | Error)[]) {
  let time = 0;
  let asked = 0;
  const keeper = createTokenKeeper({
    now: () => time,
    async fetchToken() {
      const next = tokens[asked];
      asked += 1;
      if (next instanceof Error) throw next;
      return next ?? null;
    },
  });
  return {
    keeper,
    asked: () => asked,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

const minute = (token: string): KeptToken => ({ token, lifetimeMs: 60_000 });

test('a token is kept while it is good and replaced before it ends', async () => {
  const { keeper, asked, pass } = keeperWith(minute('one'), minute('two'));
  expect(await keeper.get()).toBe('one');
  pass(44_999);
  expect(await keeper.get()).toBe('one');
  expect(asked()).toBe(1);
  pass(1);
  expect(await keeper.get()).toBe('two');
  expect(asked()).toBe(2);
});

test('who comes at the same time shares one request', async () => {
  const { keeper, asked } = keeperWith(minute('one'), minute('two'));
  expect(await Promise.all([keeper.get(), keeper.get({ fresh: true }), keeper.get()])).toEqual([
    'one',
    'one',
    'one',
  ]);
  expect(asked()).toBe(1);
});

test('a new one can be asked for', async () => {
  const { keeper } = keeperWith(minute('one'), minute('two'));
  await keeper.get();
  expect(await keeper.get({ fresh: true })).toBe('two');
  expect(await keeper.get()).toBe('two');
});

test('a failure is told and leaves the way open for the next try', async () => {
  const { keeper } = keeperWith(new Error('no network'), minute('one'));
  await expect(keeper.get()).rejects.toThrow('no network');
  expect(await keeper.get()).toBe('one');
});

test('nobody signed in means no token, asked anew each time', async () => {
  const { keeper, asked } = keeperWith(null, null);
  expect(await keeper.get()).toBeNull();
  expect(await keeper.get()).toBeNull();
  expect(asked()).toBe(2);
});

test('a token of unknown life is used once', async () => {
  const { keeper } = keeperWith({ token: 'one', lifetimeMs: 0 }, minute('two'));
  expect(await keeper.get()).toBe('one');
  expect(await keeper.get()).toBe('two');
});

test('what is cleared is gone', async () => {
  const { keeper } = keeperWith(minute('one'), null);
  await keeper.get();
  keeper.clear();
  expect(await keeper.get()).toBeNull();
});
