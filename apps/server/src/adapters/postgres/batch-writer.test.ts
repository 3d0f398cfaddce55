import { expect, test, vi } from 'vitest';
import { BatchWriter } from './batch-writer.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('what comes within a while is written together, and everybody hears when it is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const written: string[][] = [];
  const gathered = new BatchWriter<string>(async (items) => void written.push([...items]), 50);
  const both = Promise.all([gathered.add('a'), gathered.add('b')]);
  await vi.advanceTimersByTimeAsync(49);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await both;
  expect(written).toEqual([['a', 'b']]);
  vi.useRealTimers();
});

test('while somebody waits nothing waits for others', async () => {
  const written: string[][] = [];
  const gathered = new BatchWriter<string>(async (items) => void written.push([...items]), 1_000_000);
  const first = gathered.add('a');
  const rest = gathered.flush();
  await first;
  await gathered.add('b');
  rest();
  rest();
  void gathered.add('c');
  await settle();
  expect(written).toEqual([['a'], ['b']]);
  gathered.flush();
  await settle();
  expect(written).toEqual([['a'], ['b'], ['c']]);
});

test('one that cannot be written takes no other with it', async () => {
  const gathered = new BatchWriter<string>(async (items) => {
    if (items.includes('bad')) throw new Error('refused');
  }, 1);
  const [good, bad] = await Promise.allSettled([gathered.add('good'), gathered.add('bad')]);
  expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
});
