import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exactLength } from './exact-length.ts';

class Wrong extends Error {}
const failure = (cause: unknown) => new Wrong('wrong', { cause });

async function textOf(stream: Readable): Promise<string> {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a source of the announced length is passed on', async () => {
  const source = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
  expect(await textOf(exactLength(source, { length: 4, failure }))).toBe('abcd');
});

test.each([3, 5])('a source of four bytes where %i are announced ends with an error', async (length) => {
  const source = Readable.from([Buffer.from('ab'), Buffer.from('cd')]);
  await expect(textOf(exactLength(source, { length, failure }))).rejects.toThrow(Wrong);
});

test('the error of a source, and its close without an end, reach the reader as a failure', async () => {
  for (const error of [new Error('read failed'), undefined]) {
    const source = new Readable({ read() {} });
    const checked = exactLength(source, { length: 4, failure });
    source.push('ab');
    setImmediate(() => source.destroy(error));
    await expect(textOf(checked)).rejects.toThrow(Wrong);
  }
});

test('a reader that goes away closes the source, also before the first byte', async () => {
  const source = new Readable({ read() {} });
  exactLength(source, { length: 4, failure }).destroy();
  await expect.poll(() => source.closed).toBe(true);
});

describe('a source that is silent', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is given up while somebody waits for it', async () => {
    const source = new Readable({ read() {} });
    const reading = textOf(exactLength(source, { length: 4, failure, stallMs: 1_000 }));
    const refused = expect(reading).rejects.toThrow(Wrong);
    vi.advanceTimersByTime(2_000);
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not given up while a slow reader has not taken what came', async () => {
    const content = Buffer.alloc(2_000_000, 'x');
    const source = Readable.from([content.subarray(0, 1_000_000), content.subarray(1_000_000)], {
      objectMode: false,
    });
    const checked = exactLength(source, { length: content.length, failure, stallMs: 1_000 });
    await expect.poll(() => source.isPaused()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(await textOf(checked)).toHaveLength(content.length);
  });
});
