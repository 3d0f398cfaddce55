import { expect, test } from 'vitest';
import { WriteProbe, writtenUntil } from './write-probe.ts';

const writes = [
  { askedAt: 100, doneAt: 110 },
  { askedAt: 210, doneAt: 1_500 },
  { askedAt: 1_600, doneAt: 1_610 },
];

test.each([
  [105, Number.NEGATIVE_INFINITY],
  [110, 100],
  [1_400, 100],
  [1_500, 210],
  [9_000, 1_600],
])('at %i everything up to %i can have been stored', (at, until) => {
  expect(writtenUntil(writes, at)).toBe(until);
});

test('only what was done counts, not what failed or was refused', async () => {
  let asked = 0;
  let write = async () => false;
  await using probe = new WriteProbe(() => {
    asked += 1;
    return write();
  });
  await expect.poll(() => asked).toBeGreaterThan(1);
  write = async () => {
    throw new Error('The database is away.');
  };
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before + 1);
  expect(probe.writes).toEqual([]);
  write = async () => true;
  await expect.poll(() => probe.writes.length).toBeGreaterThan(0);
});
