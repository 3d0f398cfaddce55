import { expect, test } from 'vitest';
import { inTurnByName } from './in-turn.ts';

test('work of one name takes turns in its order, work of another does not wait for it', async () => {
  const inTurn = inTurnByName(60_000);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    await gate.promise;
    order.push('first');
  });
  const second = inTurn('a', async () => order.push('second'));
  await inTurn('b', async () => order.push('other'));
  expect(order).toEqual(['other']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['other', 'first', 'second']);
});

test('work that fails tells whoever asked for it, and lets the next one have its turn', async () => {
  const inTurn = inTurnByName(60_000);
  const broken = inTurn('a', () => Promise.reject(new Error('broken')));
  const next = inTurn('a', async () => 'done');
  await expect(broken).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('whoever has waited too long is told so, instead of waiting in vain like the one before', async () => {
  const inTurn = inTurnByName(0);
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', () => gate.promise);
  const second = inTurn('a', async () => 'done');
  gate.resolve();
  await first;
  await expect(second).rejects.toThrow('No turn came within 0 ms.');
});
