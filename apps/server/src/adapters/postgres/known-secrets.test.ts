import { expect, test } from 'vitest';
import { knownSecrets } from './known-secrets.ts';

const [older, old, next] = ['older', 'first', 'next'].map((id) => ({ id, value: `the secret ${id}` })) as [
  { id: string; value: string },
  { id: string; value: string },
  { id: string; value: string },
];
const day = 24 * 60 * 60 * 1000;
const ids = (secrets: readonly { id: string }[]) => secrets.map(({ id }) => id);

test('a server with one secret knows no other', () => {
  const secrets = knownSecrets({ current: old, next: null, replaced: null });
  expect([secrets.current.id, ids(secrets.accepted), secrets.next, secrets.replaced]).toEqual([
    'first',
    ['first'],
    null,
    null,
  ]);
  secrets.finishMove();
  expect(secrets.current.id).toBe('first');
});

test('SR3: a server that knows both signs with the old one until the move is finished', () => {
  const secrets = knownSecrets({ current: old, next, replaced: null });
  expect([secrets.current.id, ids(secrets.accepted)]).toEqual(['first', ['first', 'next']]);
  secrets.finishMove();
  expect([secrets.current.id, ids(secrets.accepted), secrets.next]).toEqual([
    'next',
    ['next', 'first'],
    null,
  ]);
  expect(secrets.replaced).toBe(old);
});

test('SR4: a replaced secret is accepted for eight days, and opens what it sealed for longer', () => {
  let now = 0;
  const secrets = knownSecrets(
    { current: old, next: null, replaced: { secret: older, at: new Date(0) } },
    () => now,
  );
  now = 8 * day - 1;
  expect(ids(secrets.accepted)).toEqual(['first', 'older']);
  now = 8 * day;
  expect(ids(secrets.accepted)).toEqual(['first']);
  expect(ids(secrets.known)).toEqual(['first', 'older']);
  expect(secrets.find('older')).toBe(older);
  expect(secrets.find('unheard of')).toBeNull();
});
