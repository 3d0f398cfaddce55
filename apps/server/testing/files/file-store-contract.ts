import { describe, expect, test } from 'vitest';
import type { FileName, FilePrefix } from '../../src/ports/file-name.ts';
import type { FileStore, StoredFile } from '../../src/ports/file-store.ts';
import { bodyOf, brokenAfter, contentOf, failureOf, newName, randomContent, silentAfter } from './bodies.ts';
import { rangeContract } from './file-range-contract.ts';

export interface FileStoreUnderTest {
  /** Opens the same place; each with limits of its own. */
  readonly open: (limits?: { readonly mostBytes?: number }) => FileStore;
  /** Larger than what the store takes at once. */
  readonly largeBytes: number;
  /** What a server used for tests cannot do, each with the reason. */
  readonly cannot?: { readonly [Part in ContractPart]?: string };
}

/** Parts of the contract that need more than most servers for tests have. */
export type ContractPart = 'replaceWhole' | 'everyRange';

/** What every implementation of the file port must do. */
export function fileStoreContract(start: () => FileStoreUnderTest): void {
  const open = (limits?: { readonly mostBytes?: number }) => start().open(limits);
  const put = (store: FileStore, name: FileName, content: Uint8Array) =>
    store.put(name, bodyOf(content), { size: content.length });

  describe('put and get', () => {
    test.each([0, 1, 100_000])('FS3: %i bytes come back as they were stored', async (bytes) => {
      const store = open();
      const name = newName();
      const content = randomContent(bytes);
      const stored = await put(store, name, content);
      const found = await store.get(name);
      expect(found).toMatchObject({ first: 0, length: bytes });
      expect(found.file).toMatchObject({
        name,
        size: bytes,
        contentType: 'audio/wav',
        version: stored.version,
      });
      expect((await contentOf(found)).equals(content)).toBe(true);
      expect(await store.head(name)).toEqual(found.file);
      expect(Math.abs(found.file.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    test('FS3: a large body of unknown size comes back as it was stored', async () => {
      const store = open();
      const name = newName();
      const content = randomContent(start().largeBytes);
      const stored = await store.put(name, bodyOf(content), { size: null });
      expect(stored.size).toBe(content.length);
      const found = await store.get(name);
      expect(found.file.version).toBe(stored.version);
      expect((await contentOf(found)).equals(content)).toBe(true);
    });

    test('FS5: a put replaces the file of that name, and its version changes', async () => {
      const store = open();
      const name = newName();
      const one = await put(store, name, Buffer.from('one'));
      const two = await put(store, name, Buffer.from('second'));
      expect(two.version).not.toBe(one.version);
      expect((await contentOf(await store.get(name))).toString()).toBe('second');
    });

    test('FS3: of many puts of one name at a time one is stored, whole', async ({ skip }) => {
      const { cannot } = start();
      if (cannot?.replaceWhole) return skip(cannot.replaceWhole);
      const store = open();
      const name = newName();
      const contents = Array.from({ length: 20 }, (_, index) => Buffer.alloc(10_000 + index, index));
      await Promise.all(contents.map((content) => put(store, name, content)));
      const found = await contentOf(await store.get(name));
      expect(contents.some((content) => content.equals(found))).toBe(true);
    });

    test('FS9: a file that is not there is missing; deleting it twice is no error', async () => {
      const store = open();
      const name = newName();
      expect(await failureOf(store.get(name))).toBe('missing');
      expect(await failureOf(store.get(name, { first: 0 }))).toBe('missing');
      expect(await failureOf(store.head(name))).toBe('missing');
      await store.delete(name);
      await put(store, name, Buffer.from('x'));
      await store.delete(name);
      await store.delete(name);
      expect(await failureOf(store.head(name))).toBe('missing');
    });
  });

  describe('a put that fails', () => {
    test.each([
      ['shorter than stated', 1_000, 1_001],
      ['longer than stated', 1_000, 999],
    ])('FS4: a body that is %s is not stored', async (_, bytes, size) => {
      const store = open();
      const name = newName();
      await put(store, name, Buffer.from('before'));
      const body = bodyOf(randomContent(bytes), 100);
      expect(await failureOf(store.put(name, body, { size }))).toBe('size_mismatch');
      expect(body.destroyed).toBe(true);
      expect((await contentOf(await store.get(name))).toString()).toBe('before');
    });

    test('FS4: a body beyond the limit is not stored, whether its size was stated or not', async () => {
      const store = open({ mostBytes: 1_000 });
      const name = newName();
      for (const size of [1_001, null]) {
        const body = bodyOf(randomContent(1_001), 100);
        expect(await failureOf(store.put(name, body, { size }))).toBe('too_large');
        expect(body.destroyed).toBe(true);
      }
      expect(await failureOf(store.head(name))).toBe('missing');
      await store.put(name, bodyOf(randomContent(1_000)), { size: null });
      expect(await store.head(name)).toMatchObject({ size: 1_000 });
    });

    test.each([0, 10, null])(
      'FS6: a body that breaks after %s bytes is not stored, and its error is passed on',
      async (bytes) => {
        const store = open();
        const name = newName();
        await put(store, name, Buffer.from('before'));
        const broken = Object.assign(new Error('the carrier hung up'), {
          code: 'ECONNRESET',
          syscall: 'read',
        });
        const body = brokenAfter(randomContent(bytes ?? start().largeBytes), broken);
        await expect(store.put(name, body, { size: null })).rejects.toBe(broken);
        expect((await contentOf(await store.get(name))).toString()).toBe('before');
        expect(await keysOf(store, { tenantId: name.tenantId })).toEqual([name.id]);
      },
    );

    test('FS3: a file that is still being written cannot be seen', async () => {
      const store = open();
      const name = newName();
      const body = silentAfter(randomContent(start().largeBytes));
      const putting = store.put(name, body, { size: null });
      await expect.poll(() => body.readableLength).toBe(0);
      expect(await failureOf(store.head(name))).toBe('missing');
      expect(await keysOf(store, { tenantId: name.tenantId })).toEqual([]);
      body.push(null);
      await putting;
      expect(await store.head(name)).toMatchObject({ size: start().largeBytes });
    });

    test('FS12: whoever asked for a put can abort it, also while the body is silent', async () => {
      const store = open();
      const name = newName();
      const body = silentAfter(randomContent(10));
      const abort = new AbortController();
      const putting = store.put(name, body, { size: null, signal: abort.signal });
      const reason = Object.assign(new Error('no longer wanted'), { code: 'ENOENT' });
      abort.abort(reason);
      await expect(putting).rejects.toBe(reason);
      expect(body.destroyed).toBe(true);
      const late = bodyOf(randomContent(10));
      await expect(store.put(name, late, { size: 10, signal: abort.signal })).rejects.toBe(reason);
      expect(late.destroyed).toBe(true);
      expect(await failureOf(store.head(name))).toBe('missing');
    });

    test('FS12: closing aborts puts and refuses further ones', async () => {
      const store = open();
      const name = newName();
      const body = silentAfter(randomContent(start().largeBytes));
      const putting = failureOf(store.put(name, body, { size: null }));
      await expect.poll(() => body.readableLength).toBe(0);
      await store.close();
      expect(await putting).toBe('unavailable');
      expect(await failureOf(put(store, name, Buffer.from('x')))).toBe('unavailable');
      expect(await failureOf(open().head(name))).toBe('missing');
    });
  });

  describe('names', () => {
    test.each(['', '.', '..', '../x', 'a/b', 'a.b', 'A', 'é', '-a', '_a', 'a\0', 'a'.repeat(129)])(
      'FS1: %j is no id of a file',
      async (id) => {
        const store = open();
        const name = newName({ id });
        expect(await failureOf(put(store, name, Buffer.from('x')))).toBe('refused');
        for (const act of [store.get, store.head, store.delete])
          expect(await failureOf(act(name))).toBe('refused');
      },
    );

    test.each(['', '\ud800', 'x'.repeat(201)])('FS1: %j is no tenant', async (tenantId) => {
      expect(await failureOf(put(open(), newName({ tenantId }), Buffer.from('x')))).toBe('refused');
      expect(await failureOf(open().list({ tenantId }))).toBe('refused');
    });

    test('FS1: whatever the id of a tenant, its files are its own', async () => {
      const store = open();
      const { id } = newName();
      const unique = newName().tenantId;
      const tenants = [
        '../..',
        '.',
        '..',
        'org',
        'ORG',
        'Org',
        'a/b',
        'a',
        'a_2f',
        'Über',
        '.tmp',
        '*',
        'x y',
      ];
      const names = tenants.map((tenant) => newName({ tenantId: `${tenant}${unique}`, id }));
      const slashed = tenants.map((tenant) => newName({ tenantId: `${unique}/${tenant}`, id }));
      const all = [...names, ...slashed];
      for (const name of all) await put(store, name, Buffer.from(name.tenantId));
      for (const name of all) {
        expect((await contentOf(await store.get(name))).toString()).toBe(name.tenantId);
        const { files } = await store.list({ tenantId: name.tenantId });
        expect(files.map((file) => file.name)).toEqual([name]);
      }
    });
  });

  describe('list', () => {
    test('FS10: pages follow each other in the order of ids, without gaps or repetitions', async () => {
      const store = open();
      const { tenantId } = newName();
      const ids = ['b', 'a', 'a-1', 'a_1', 'c0', 'c', '0'];
      for (const id of ids) await put(store, newName({ tenantId, id }), Buffer.from(id));
      await put(store, newName({ tenantId, id: 'probe', kind: 'probes' }), Buffer.from('p'));
      await put(store, newName({ tenantId: `${tenantId}-other` }), Buffer.from('o'));
      // By their keys, in which a dot follows the id.
      const ordered = ['0', 'a-1', 'a', 'a_1', 'b', 'c', 'c0'];
      for (const limit of [1, 2, 3, 7, 1000]) {
        expect(await keysOf(store, { tenantId, kind: 'recordings' }, limit)).toEqual(ordered);
      }
      expect(await keysOf(store, { tenantId }, 3)).toEqual(['probe', ...ordered]);
      expect(await keysOf(store, { tenantId, kind: 'recordings', idPrefix: 'a' }, 2)).toEqual([
        'a-1',
        'a',
        'a_1',
      ]);
      expect(await keysOf(store, { tenantId: newName().tenantId })).toEqual([]);
    });

    test('FS10: an entry says what the file itself says', async () => {
      const store = open();
      const name = newName();
      await put(store, name, randomContent(77));
      const { files, next } = await store.list({ tenantId: name.tenantId });
      const head = await store.head(name);
      expect(next).toBeNull();
      expect(files).toEqual([{ ...head, modifiedAt: expect.any(Date) }]);
      // Headers of HTTP have no milliseconds.
      expect(Math.abs(Number(files[0]?.modifiedAt) - Number(head.modifiedAt))).toBeLessThan(1_000);
    });

    test('FS1: no prefix leads out of a tenant', async () => {
      const { tenantId } = newName();
      for (const idPrefix of ['..', '../', 'a/', 'A', '.'])
        expect(await failureOf(open().list({ tenantId, kind: 'recordings', idPrefix }))).toBe('refused');
    });
  });

  rangeContract(start);
}

async function keysOf(store: FileStore, prefix: FilePrefix, limit?: number): Promise<string[]> {
  const files: StoredFile[] = [];
  let after: string | undefined;
  do {
    const page = await store.list(prefix, {
      ...(limit !== undefined && { limit }),
      ...(after !== undefined && { after }),
    });
    expect(page.files.length).toBeLessThanOrEqual(limit ?? 1000);
    files.push(...page.files);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return files.map(({ name }) => name.id);
}
