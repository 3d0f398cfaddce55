import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { knownSecrets } from './known-secrets.ts';
import { watchSecretMove } from './watch-secret-move.ts';

test('SR3: a server that is not restarted signs with the next secret once another has finished the move', async () => {
  const secrets = knownSecrets({
    current: { id: 'first', value: 'old' },
    next: { id: 'next', value: 'new' },
    replaced: null,
  });
  let stored: string | Error = 'first';
  const looks = vi.fn(async () => {
    if (stored instanceof Error) throw stored;
    return { rows: [{ id: stored }] };
  });
  const nothing = () => {};
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const stop = watchSecretMove({ query: looks } as unknown as pg.Pool, secrets, log, 1);
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(2);
  expect(secrets.current.id).toBe('first');
  stored = new Error('no connection');
  const before = looks.mock.calls.length;
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 1);
  stored = 'next';
  await expect.poll(() => secrets.current.id).toBe('next');
  await stop();
});
