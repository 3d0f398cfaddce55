import { callId } from '@parley/contract';
import { expect, test } from 'vitest';
import { createCallIds } from './call-ids.ts';

test('ids are UUIDv7 and each is greater than the one before', () => {
  const next = createCallIds();
  const ids = Array.from({ length: 20_000 }, next);
  expect(callId.safeParse(ids[0]).success).toBe(true);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('also when the clock is turned back', () => {
  const made = ['019a8b5e-6c00-7fff-bfff-fffffffffffe', '019a8b5e-0000-7000-8000-000000000000'];
  const next = createCallIds(() => made.shift() ?? '');
  expect([next(), next(), next()]).toEqual([
    '019a8b5e-6c00-7fff-bfff-fffffffffffe',
    '019a8b5e-6c00-7fff-bfff-ffffffffffff',
    '019a8b5e-6c00-7fff-c000-000000000000',
  ]);
});
