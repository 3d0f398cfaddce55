import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('no more than so many run at a time, the others in the order in which they came', async () => {
  const run = atMost(2);
  const begun: number[] = [];
  const works = Array.from({ length: 4 }, () => Promise.withResolvers<number>());
  const all = works.map(({ promise }, place) =>
    run(() => {
      begun.push(place);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]?.resolve(10);
  expect(await all[1]).toBe(10);
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  // One that fails leaves its place as well.
  works[0]?.reject(new Error('It failed.'));
  await expect(all[0]).rejects.toThrow('It failed.');
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const { resolve } of works) resolve(0);
  await Promise.all(all.slice(2));
});
