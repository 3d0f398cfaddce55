import { Writable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FileRange, FileStore } from '../../src/ports/file-store.ts';
import { bodyOf, contentOf, failureOf, newName, randomContent } from './bodies.ts';

interface RangesUnderTest {
  readonly open: () => FileStore;
  /** Why neither the last bytes nor the first byte alone can be read. */
  readonly cannot?: { readonly everyRange?: string };
}

/** Part of the contract of file stores: reading a part of a file. */
export function rangeContract(start: () => RangesUnderTest): void {
  const open = () => start().open();
  const isPlain = (range: FileRange) => 'first' in range && range.last !== 0;

  describe('ranges', () => {
    const name = newName();
    const empty = newName();
    const content = Buffer.from('0123456789');
    beforeAll(async () => {
      await open().put(name, bodyOf(content), { size: 10 });
      await open().put(empty, bodyOf(Buffer.alloc(0)), { size: 0 });
    });

    test.for<[FileRange, string]>([
      [{ first: 0 }, '0123456789'],
      [{ first: 0, last: 0 }, '0'],
      [{ first: 0, last: 4 }, '01234'],
      [{ first: 3, last: 5 }, '345'],
      [{ first: 9 }, '9'],
      [{ first: 4, last: 9 }, '456789'],
      [{ first: 4, last: 1_000_000 }, '456789'],
      [{ suffix: 1 }, '9'],
      [{ suffix: 4 }, '6789'],
      [{ suffix: 10 }, '0123456789'],
      [{ suffix: 1_000 }, '0123456789'],
    ])('FS8: %j', async ([range, expected], { skip }) => {
      const { cannot } = start();
      if (cannot?.everyRange && !isPlain(range)) return skip(cannot.everyRange);
      const found = await open().get(name, range);
      expect((await contentOf(found)).toString()).toBe(expected);
      expect(found).toMatchObject({
        first: content.indexOf(expected),
        length: expected.length,
        file: { size: 10 },
      });
    });

    test.each<[string, FileRange]>([
      ['ten bytes', { first: 10 }],
      ['ten bytes', { first: 10, last: 11 }],
      ['ten bytes', { suffix: 0 }],
      ['no bytes', { first: 0 }],
      ['no bytes', { first: 0, last: 0 }],
      ['no bytes', { suffix: 5 }],
    ])('FS8: a file with %s has none in %j, and the error tells its size', async (which, range) => {
      const [file, size] = which === 'no bytes' ? [empty, 0] : [name, 10];
      await expect(open().get(file, range)).rejects.toMatchObject({ failure: 'out_of_range', size });
    });

    test.each<FileRange>([
      { first: -1 },
      { first: 1.5 },
      { first: 5, last: 4 },
      { suffix: -1 },
      { first: Number.NaN },
    ])('FS8: %j is no range', async (range) => {
      await expect(failureOf(open().get(name, range))).rejects.toThrow(RangeError);
    });

    test('FS7: what is sent to somebody is what would be read, and one who goes away ends it', async () => {
      const store = open();
      const large = newName();
      const content = randomContent(700_000);
      await store.put(large, bodyOf(content), { size: content.length });
      const range = { first: 5, last: 699_000 };
      const found = await store.get(large, range);
      if (!found.sendTo) return found.body.destroy();
      const chunks: Uint8Array[] = [];
      const taker = new Writable({
        write(chunk: Uint8Array, _encoding, done) {
          // The buffer is used again once the chunk is taken.
          chunks.push(Uint8Array.from(chunk));
          setImmediate(done);
        },
      });
      await found.sendTo(taker);
      expect(Buffer.concat(chunks).equals(content.subarray(5, 699_001))).toBe(true);
      const again = await store.get(large, range);
      const gone = new Writable({ write: () => {} });
      const sending = again.sendTo?.(gone);
      setImmediate(() => gone.destroy());
      await expect(sending).rejects.toThrow();
      await store.close();
    });

    test('FS7: a reader that goes away leaves nothing open', async () => {
      const store = open();
      for (let reader = 0; reader < 20; reader += 1) {
        const { body } = await store.get(name, { first: 2 });
        body.destroy();
        await expect.poll(() => body.closed).toBe(true);
      }
      await store.close();
    });
  });
}
