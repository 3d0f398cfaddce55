import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { abortable, discard } from './abortable.ts';

async function* numbers() {
  yield 1;
  yield 2;
}

test('what the source yields is passed on, and nothing stays attached to the signal', async () => {
  const { signal } = new AbortController();
  const got = [];
  for await (const number of abortable(numbers(), signal)) got.push(number);
  expect(got).toEqual([1, 2]);
  for await (const _ of abortable(numbers(), signal)) break;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an abort ends the wait for a source that is silent', async () => {
  const abort = new AbortController();
  const silent = new Readable({ read() {} });
  const waiting = abortable(silent, abort.signal).next();
  const reason = new Error('enough');
  abort.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(abortable(numbers(), abort.signal).next()).rejects.toBe(reason);
});

test('a source that is discarded is released', async () => {
  const stream = new Readable({ read() {} });
  discard(stream);
  expect(stream.destroyed).toBe(true);
  let released = false;
  async function* source() {
    try {
      yield 1;
    } finally {
      released = true;
    }
  }
  const reading = source();
  await reading.next();
  discard(reading);
  await expect.poll(() => released).toBe(true);
});
