import { expect, test, vi } from 'vitest';
import { BatchWriter } from './batch-writer.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('items added within the delay are written in one batch, and each add resolves when it is written', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const written: string[][] = [];
  const writer = new BatchWriter<string>(async (items) => void written.push([...items]), 50);
  const both = Promise.all([writer.add('a'), writer.add('b')]);
  await vi.advanceTimersByTimeAsync(49);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await both;
  expect(written).toEqual([['a', 'b']]);
  vi.useRealTimers();
});

test('between flush and its release nothing is delayed', async () => {
  const written: string[][] = [];
  const writer = new BatchWriter<string>(async (items) => void written.push([...items]), 1_000_000);
  const first = writer.add('a');
  const release = writer.flush();
  await first;
  await writer.add('b');
  release();
  release();
  void writer.add('c');
  await settle();
  expect(written).toEqual([['a'], ['b']]);
  writer.flush();
  await settle();
  expect(written).toEqual([['a'], ['b'], ['c']]);
});

test('an item that cannot be written does not fail the others of its batch', async () => {
  const writer = new BatchWriter<string>(async (items) => {
    if (items.includes('bad')) throw new Error('refused');
  }, 1);
  const [good, bad] = await Promise.allSettled([writer.add('good'), writer.add('bad')]);
  expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
});
